import { randomBytes } from 'node:crypto';
import type { Location, PatternedRecurrence } from '@microsoft/microsoft-graph-types';
import * as z from 'zod';
import { signingKeyOf } from '#sandbox/google/signing.ts';

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;

const account = z.object({
  /** The object id of the directory; also the id of `/me`. */
  oid: z.string(),
  tenantId: z.string(),
  email: z.string(),
  name: z.string(),
  /** The Windows name of the mailbox's zone. */
  timeZone: z.string(),
  /** True until the account first consents to a calendar scope, which creates its seeded events. */
  seedAtConsent: z.boolean().optional(),
});

export const calendar = z.object({
  id: z.string(),
  ownerId: z.string(),
  name: z.string(),
  color: z.enum([
    'auto',
    'lightBlue',
    'lightGreen',
    'lightOrange',
    'lightGray',
    'lightYellow',
    'lightTeal',
    'lightPink',
    'lightBrown',
    'lightRed',
    'maxColor',
  ]),
  isDefault: z.boolean(),
  /** The number of the last write to the calendar; its `changeKey` is derived from this number. */
  change: z.number(),
});

const person = z.object({ name: z.string(), address: z.string() });

/** A local time (`2026-11-23T10:00:00`) in a zone, identified by its Windows or IANA name. */
const zonedTime = z.object({ local: z.string(), zone: z.string() });

const answer = z.enum(['none', 'organizer', 'tentativelyAccepted', 'accepted', 'declined', 'notResponded']);

const attendee = person.extend({
  type: z.enum(['required', 'optional', 'resource']),
  response: answer,
  /** Time of the response, ISO; absent until then. */
  respondedAt: z.string().optional(),
});

/** Everything an exception can override. */
const content = z.object({
  subject: z.string(),
  body: z.object({ contentType: z.enum(['html', 'text']), content: z.string() }),
  start: zonedTime,
  end: zonedTime,
  isAllDay: z.boolean(),
  isCancelled: z.boolean(),
  showAs: z.enum(['free', 'tentative', 'busy', 'oof', 'workingElsewhere', 'unknown']),
  sensitivity: z.enum(['normal', 'personal', 'private', 'confidential']),
  importance: z.enum(['low', 'normal', 'high']),
  locations: z.array(z.custom<Location>(isObject)),
  attendees: z.array(attendee),
  /** The calendar owner's response. */
  ownResponse: z.object({ response: answer, at: z.string().optional() }),
  categories: z.array(z.string()),
  isReminderOn: z.boolean(),
  reminderMinutesBeforeStart: z.number(),
  responseRequested: z.boolean(),
  allowNewTimeProposals: z.boolean(),
  hideAttendees: z.boolean(),
  joinUrl: z.string().optional(),
});

const recurrence = z.custom<PatternedRecurrence>(isObject);

/** An occurrence that was removed or overridden. */
const instance = z.object({
  /** Its original start, which identifies the occurrence. */
  originalStartMs: z.number(),
  change: z.number(),
  modifiedAt: z.string(),
  content: content.optional(),
});

/** A single event, or a series with its exceptions. */
const item = z.object({
  /** 16 bytes in hex; both kinds of id are derived from it. */
  key: z.string(),
  calendarId: z.string(),
  /**
   * The number of the last write to the event or the whole series; delta tokens are positions in the order of writes.
   */
  change: z.number(),
  deleted: z.boolean(),
  createdAt: z.string(),
  modifiedAt: z.string(),
  iCalUId: z.string(),
  organizer: person,
  transactionId: z.string().optional(),
  content,
  recurrence: recurrence.optional(),
  /** Exceptions, and removed occurrences (no `content`). */
  instances: z.array(instance),
  /** All patterns the series has had, oldest first: delta rounds must report occurrences of old ones as removed. */
  patterns: z.array(z.object({ change: z.number(), start: zonedTime, end: zonedTime, recurrence })),
});

const code = z.object({
  code: z.string(),
  oid: z.string(),
  redirectUri: z.string(),
  scopes: z.array(z.string()),
  nonce: z.string().optional(),
  challenge: z.string().optional(),
  challengeMethod: z.enum(['S256', 'plain']).optional(),
  expiresAtMs: z.number(),
  redeemed: z.boolean(),
});

const accessToken = z.object({
  token: z.string(),
  oid: z.string(),
  scopes: z.array(z.string()),
  expiresAtMs: z.number(),
});

const refreshToken = z.object({
  token: z.string(),
  oid: z.string(),
  scopes: z.array(z.string()),
  expiresAtMs: z.number(),
  /** A newer token was issued; this one stays valid until it expires. */
  replaced: z.boolean(),
  /** Revoked by the user or the administrator. */
  revoked: z.boolean(),
});

const subscription = z.object({
  id: z.string(),
  oid: z.string(),
  resource: z.string(),
  /** The watched calendar. */
  calendarId: z.string(),
  changeType: z.string(),
  notificationUrl: z.string(),
  lifecycleNotificationUrl: z.string().optional(),
  clientState: z.string().optional(),
  /** On the sandbox's clock. */
  expiresAtMs: z.number(),
  immutableIds: z.boolean(),
  latestSupportedTlsVersion: z.string(),
});

export const microsoftState = z.object({
  signingKey: z.string(),
  /** Changes when the sandbox is reset or all delta tokens are expired; tokens from another epoch return 410. */
  epoch: z.string(),
  changes: z.number(),
  accounts: z.array(account),
  calendars: z.array(calendar),
  items: z.array(item),
  codes: z.array(code),
  accessTokens: z.array(accessToken),
  refreshTokens: z.array(refreshToken),
  subscriptions: z.array(subscription),
});

export type MicrosoftState = z.infer<typeof microsoftState>;
export type Account = z.infer<typeof account>;
export type Calendar = z.infer<typeof calendar>;
export type Person = z.infer<typeof person>;
export type ZonedTime = z.infer<typeof zonedTime>;
export type Attendee = z.infer<typeof attendee>;
export type Content = z.infer<typeof content>;
export type Item = z.infer<typeof item>;
export type AuthorizationCode = z.infer<typeof code>;
export type AccessToken = z.infer<typeof accessToken>;
export type RefreshToken = z.infer<typeof refreshToken>;
export type Subscription = z.infer<typeof subscription>;

/**
 * Returns an empty state with a signing key. Passing `signingKey` keeps the key across a reset, so that keys cached by
 * verifiers stay valid.
 */
export function emptyState(signingKey = signingKeyOf('microsoft')): MicrosoftState {
  return {
    signingKey,
    epoch: randomBytes(6).toString('hex'),
    changes: 0,
    accounts: [],
    calendars: [],
    items: [],
    codes: [],
    accessTokens: [],
    refreshTokens: [],
    subscriptions: [],
  };
}
