import * as z from 'zod';
import { role } from './auth.ts';
import { integrationStatus } from './calendar.ts';
import { exportedChannel } from './channels.ts';
import { inquiryType } from './contact.ts';
import { emptyBody, endpoint, instant, provider, uuid } from './http.ts';
import { attendee, briefingState, meetingDocument, meetingType, researchState, responseStatus } from './meetings.ts';
import { exportedWebhook } from './outgoing-webhooks.ts';
import { researchReport, source } from './research.ts';
import { briefingShare } from './shares.ts';
import { accessToken } from './tokens.ts';
import { briefingPreferences, profile } from './users.ts';

/**
 * Closes the account and immediately ends its sessions. A workflow then deletes its data and emails a confirmation.
 */
const closing = {
  access: 'session',
  description: 'Requires a second factor given within the last ten minutes, if the account has one.',
  errors: ['FACTOR_REQUIRED'],
  ...emptyBody,
  data: z.object({ message: z.string() }),
} as const;

export const deleteAccount = endpoint('delete /users/account', {
  ...closing,
  summary: 'Close the account and delete all its data',
});

export const deleteUser = endpoint('post /auth/delete-user', {
  ...closing,
  summary: 'The same as DELETE /users/account',
});

const exportedProfile = profile.omit({ emailVerified: true }).extend({
  id: uuid,
  emailVerifiedAt: instant.nullable(),
  role,
  createdAt: instant,
});

const signIn = z.object({
  provider,
  email: z.string(),
  /** The provider's id for the account. */
  subject: z.string(),
  scopes: z.array(z.string()),
  createdAt: instant,
});

const session = z.object({ userAgent: z.string(), createdAt: instant, lastSeenAt: instant, expiresAt: instant });

/** Kind, name and dates only, never secrets. */
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

/** Data of the account itself. */
export const exportedAccount = z.object({
  profile: exportedProfile,
  briefingPreferences,
  signIns: z.array(signIn),
  sessions: z.array(session),
  /** Kinds of browser and system that the user has signed in with. */
  knownDevices: z.array(z.object({ name: z.string(), firstSeenAt: instant, lastSeenAt: instant })),
  /** Second factors, and each recovery code. */
  factors: z.array(factor),
  /** Without the tokens themselves, which are not stored. */
  accessTokens: z.array(accessToken.omit({ id: true })),
  /** Active share links, without their URLs, which are not stored. */
  sharedBriefings: z.array(briefingShare.extend({ meetingId: uuid })),
  /** Without the secrets. */
  webhooks: z.array(exportedWebhook),
  /** Browsers that receive push messages, by push service; without their keys. */
  pushSubscriptions: z.array(z.object({ host: z.string(), createdAt: instant })),
  channels: z.array(exportedChannel),
  calendarAccounts: z.array(calendarAccount),
  excludedDomains: z.array(z.string()),
  mutedMeetings: z.array(z.object({ meetingId: uuid.nullable(), seriesId: z.string().nullable(), createdAt: instant })),
  /** The user's answers about which of several people with the same name a guest is. */
  personAnswers: z.array(
    z.object({
      email: z.string(),
      chosenUrl: z.string().nullable(),
      rejectedUrls: z.array(z.string()),
      answeredAt: instant,
    }),
  ),
  /** Errors the user reported in briefings. */
  wrongFacts: z.array(
    z.object({ meetingId: uuid, statement: z.string(), urls: z.array(z.string()), createdAt: instant }),
  ),
  /** Offerings suggested from the company's website, for the profile. */
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
  /** The user's goal, and their note on the outcome. */
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

/** The meeting an email was about, and the user's feedback. */
const exportedBriefing = z.object({
  meetingId: uuid,
  feedback: z.array(
    z.object({ action: z.string(), target: z.string().nullable(), reason: z.string().nullable(), createdAt: instant }),
  ),
});

/** An email to the user, or an inquiry they sent us. */
export const exportedMail = z.object({
  kind: z.string(),
  to: z.string(),
  state: z.string(),
  createdAt: instant,
  sentAt: instant.nullable(),
  briefing: exportedBriefing.nullable(),
  /** For a digest; empty for other emails. */
  briefings: z.array(exportedBriefing),
  /** An inquiry from the contact page with the account's address; null for other emails. */
  inquiry: z.object({ name: z.string().nullable(), phone: z.string(), inquiryType, message: z.string() }).nullable(),
});

export const exportedUsage = z.object({
  kind: z.string(),
  reference: z.string(),
  state: z.string(),
  createdAt: instant,
});

/** Actions by the user and on the account. IP addresses are included only for the user's own. */
export const exportedActivity = z.object({
  at: instant,
  action: z.string(),
  isOwn: z.boolean(),
  ip: z.string().nullable(),
});

/** Leaves out secrets: password, grants, links and session ids. */
export const exportAccount = endpoint('get /users/export', {
  access: 'session',
  summary: 'Export all data of the signed-in user as a file',
  description: 'Requires a second factor given within the last ten minutes, if the account has one.',
  errors: ['FACTOR_REQUIRED'],
  data: z.object({
    exportedAt: instant,
    ...exportedAccount.shape,
    meetings: z.array(exportedMeeting),
    research: z.array(exportedResearch),
    mails: z.array(exportedMail),
    usage: z.array(exportedUsage),
    /** The account's own objection to being researched; null if none. */
    objection: z.object({ requestedAt: instant, confirmedAt: instant.nullable() }).nullable(),
    activity: z.array(exportedActivity),
  }),
});
