import * as z from 'zod';
import { role } from './auth.ts';
import { integrationStatus } from './calendar.ts';
import { exportedChannel } from './channels.ts';
import { inquiryType } from './contact.ts';
import { endpoint, instant, provider, uuid } from './http.ts';
import { attendee, briefingState, meetingDocument, meetingType, researchState, responseStatus } from './meetings.ts';
import { exportedWebhook } from './outgoing-webhooks.ts';
import { researchReport, source } from './research.ts';
import { briefingShare } from './shares.ts';
import { accessToken } from './tokens.ts';
import { briefingLanguage, briefingPreferences, hourCycle, suppressionReason } from './users.ts';

/** The account is closed at once: every session ends with the answer. What is held of it is deleted by a workflow, and a mail says when that is done. */
export const deleteAccount = endpoint({
  method: 'delete',
  path: '/users/account',
  access: 'session',
  summary: 'Close the account, and delete everything that is held of it',
  description: 'An account with a second factor gives it within ten minutes before.',
  errors: ['FACTOR_REQUIRED'],
  example: {},
  body: z.strictObject({}),
  data: z.object({ message: z.string() }),
});

export const deleteUser = endpoint({
  ...deleteAccount,
  method: 'post',
  path: '/auth/delete-user',
  summary: 'The same as DELETE /users/account',
});

const profile = z.object({
  id: uuid,
  email: z.string(),
  emailVerifiedAt: instant.nullable(),
  firstName: z.string(),
  lastName: z.string(),
  companyDomain: z.string().nullable(),
  jobTitle: z.string().nullable(),
  offering: z.string().nullable(),
  meetingGoal: z.string().nullable(),
  briefingLanguage,
  locale: z.string(),
  hourCycle: hourCycle.nullable(),
  timezone: z.string(),
  emailNotifications: z.boolean(),
  role,
  mailStopped: suppressionReason.nullable(),
  createdAt: instant,
});

const signIn = z.object({
  provider,
  email: z.string(),
  /** What the provider calls the account. */
  subject: z.string(),
  scopes: z.array(z.string()),
  createdAt: instant,
});

const session = z.object({ userAgent: z.string(), createdAt: instant, lastSeenAt: instant, expiresAt: instant });

/** That there is one, and since when. Its secrets are no part of it. */
const factor = z.object({
  kind: z.enum(['totp', 'passkey', 'recoveryCode']),
  name: z.string().nullable(),
  createdAt: instant,
  lastUsedAt: instant.nullable(),
});

const calendarAccount = z.object({
  provider,
  accountEmail: z.string(),
  status: integrationStatus,
  syncEnabled: z.boolean(),
  lastSyncAt: instant.nullable(),
  createdAt: instant,
  calendars: z.array(
    z.object({ name: z.string(), isPrimary: z.boolean(), timeZone: z.string(), enabled: z.boolean() }),
  ),
});

/** Everything of an account that stands in one row, or in few. */
export const exportedAccount = z.object({
  profile,
  briefingPreferences,
  signIns: z.array(signIn),
  sessions: z.array(session),
  /** Second factors, and each recovery code. */
  factors: z.array(factor),
  /** Without the tokens, which are not kept. */
  accessTokens: z.array(accessToken.omit({ id: true })),
  /** Links to briefings that still work, without their addresses, which are not kept. */
  sharedBriefings: z.array(briefingShare.extend({ meetingId: uuid })),
  /** Without the secrets. */
  webhooks: z.array(exportedWebhook),
  /** Browsers that are told when a briefing is ready, by whose service; what messages reach them with is left out. */
  pushSubscriptions: z.array(z.object({ host: z.string(), createdAt: instant })),
  channels: z.array(exportedChannel),
  calendarAccounts: z.array(calendarAccount),
  excludedDomains: z.array(z.string()),
  mutedMeetings: z.array(z.object({ meetingId: uuid.nullable(), seriesId: z.string().nullable(), createdAt: instant })),
  /** Which of several people of one name a guest is, as the user said. */
  personAnswers: z.array(
    z.object({
      email: z.string(),
      chosenUrl: z.string().nullable(),
      rejectedUrls: z.array(z.string()),
      answeredAt: instant,
    }),
  ),
  /** What the user called wrong in briefings. */
  wrongFacts: z.array(
    z.object({ meetingId: uuid, statement: z.string(), urls: z.array(z.string()), createdAt: instant }),
  ),
  /** What research of the own company's site made of its offer, for the profile. */
  offeringSuggestions: z.array(
    z.object({ domain: z.string(), suggestion: z.string(), sources: z.array(source), createdAt: instant }),
  ),
  subscription: z
    .object({
      plan: z.string(),
      status: z.string(),
      trialEndsAt: instant.nullable(),
      currentPeriodStart: instant.nullable(),
      currentPeriodEnd: instant.nullable(),
      cancelAtPeriodEnd: z.boolean(),
    })
    .nullable(),
  whitelistEntry: z
    .object({ reason: z.string().nullable(), expiresAt: instant.nullable(), createdAt: instant })
    .nullable(),
  newsletter: z.object({ requestedAt: instant, confirmedAt: instant.nullable() }).nullable(),
});

export const exportedMeeting = z.object({
  id: uuid,
  title: z.string(),
  description: z.string().nullable(),
  startTime: instant,
  endTime: instant,
  isAllDay: z.boolean(),
  timeZone: z.string(),
  location: z.string().nullable(),
  meetingUrl: z.string().nullable(),
  documents: z.array(meetingDocument),
  organizerEmail: z.string().nullable(),
  meetingType,
  status: z.enum(['confirmed', 'cancelled']),
  userResponse: responseStatus,
  /** What the user wanted from it, and one line on what came of it. */
  goal: z.string().nullable(),
  outcome: z.string().nullable(),
  attendees: z.array(attendee),
  researchState,
  briefingState,
  briefingSentAt: instant.nullable(),
  createdAt: instant,
});

export const exportedResearch = z.object({
  id: uuid,
  meetingId: uuid,
  qualityScore: z.number(),
  confidence: z.number(),
  report: researchReport,
  rawResponse: z.string(),
  createdAt: instant,
});

/** Which meeting a mail briefed, and what the user said of that. */
const exportedBriefing = z.object({
  meetingId: uuid,
  feedback: z.array(
    z.object({ action: z.string(), target: z.string().nullable(), reason: z.string().nullable(), createdAt: instant }),
  ),
});

/** A mail to the user, or one that carried an inquiry of theirs. */
export const exportedMail = z.object({
  kind: z.string(),
  to: z.string(),
  state: z.string(),
  createdAt: instant,
  sentAt: instant.nullable(),
  briefing: exportedBriefing.nullable(),
  /** Of a digest; empty for every other mail. */
  briefings: z.array(exportedBriefing),
  /** What was written in the form of the contact page with the address of the account; null for every other mail. */
  inquiry: z.object({ name: z.string().nullable(), phone: z.string(), inquiryType, message: z.string() }).nullable(),
});

export const exportedUsage = z.object({
  kind: z.string(),
  reference: z.string(),
  state: z.string(),
  createdAt: instant,
});

/** What the user did, and what was done to the account. The address is that of the user's own machine; of others none is given. */
export const exportedActivity = z.object({
  at: instant,
  action: z.string(),
  isOwn: z.boolean(),
  ip: z.string().nullable(),
});

/** Secrets (password, grants, links, what a session is recognised by) are no part of it. */
export const exportAccount = endpoint({
  method: 'get',
  path: '/users/export',
  access: 'session',
  summary: 'Everything that is held of the signed-in user, as a file',
  description: 'An account with a second factor gives it within ten minutes before.',
  errors: ['FACTOR_REQUIRED'],
  data: z.object({
    exportedAt: instant,
    ...exportedAccount.shape,
    meetings: z.array(exportedMeeting),
    research: z.array(exportedResearch),
    mails: z.array(exportedMail),
    usage: z.array(exportedUsage),
    /** To being researched as a guest of others, by the address of the account; null where there is none. */
    objection: z.object({ requestedAt: instant, confirmedAt: instant.nullable() }).nullable(),
    activity: z.array(exportedActivity),
  }),
});
