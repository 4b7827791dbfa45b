import { randomBytes } from 'node:crypto';
import type { calendar_v3 } from 'googleapis/build/src/apis/calendar/v3.js';
import * as z from 'zod';
import { signingKeyOf } from '#sandbox/google/signing.ts';

export type GoogleEvent = calendar_v3.Schema$Event;

const account = z.object({
  sub: z.string(),
  email: z.string(),
  name: z.string(),
  timeZone: z.string(),
  emailVerified: z.boolean(),
  /** True for a consumer account whose address is on a domain that Google does not host. */
  isConsumer: z.boolean().optional(),
  /** True until the account first consents to a calendar scope, which creates its seeded events. */
  seedAtConsent: z.boolean().optional(),
});

const calendar = z.object({
  id: z.string(),
  ownerSub: z.string(),
  /** Accounts that may manage its sharing, which gives them the access role `owner`. */
  managerSubs: z.array(z.string()).default([]),
  summary: z.string(),
  description: z.string().optional(),
  timeZone: z.string(),
  primary: z.boolean(),
  color: z.string(),
});

const storedEvent = z.object({
  calendarId: z.string(),
  /** The number of the last write to the event; sync tokens are positions in the order of writes. */
  change: z.number(),
  /**
   * Without the flags that depend on the viewer (`self`). A deleted event is kept with `status: 'cancelled'`. A series
   * is one event with its rules; an instance is stored once it was changed or cancelled individually.
   */
  event: z.custom<GoogleEvent>((value) => typeof value === 'object' && value !== null),
});

const code = z.object({
  code: z.string(),
  sub: z.string(),
  redirectUri: z.string(),
  scopes: z.array(z.string()),
  nonce: z.string().optional(),
  challenge: z.string().optional(),
  challengeMethod: z.enum(['S256', 'plain']).optional(),
  offline: z.boolean(),
  /** prompt=consent: issue a refresh token even if the account already has one. */
  forceRefreshToken: z.boolean(),
  expiresAtMs: z.number(),
});

const token = z.object({
  token: z.string(),
  sub: z.string(),
  scopes: z.array(z.string()),
  offline: z.boolean(),
  expiresAtMs: z.number(),
});

const refreshToken = z.object({ token: z.string(), sub: z.string(), scopes: z.array(z.string()) });

const channel = z.object({
  id: z.string(),
  resourceId: z.string(),
  calendarId: z.string(),
  sub: z.string(),
  address: z.string(),
  token: z.string().optional(),
  /** On the sandbox's clock. */
  expiresAtMs: z.number(),
  messages: z.number(),
});

export const googleState = z.object({
  signingKey: z.string(),
  /** Changes when the sandbox is reset or all sync tokens are expired; tokens from another epoch return 410. */
  epoch: z.string(),
  changes: z.number(),
  accounts: z.array(account),
  calendars: z.array(calendar),
  events: z.array(storedEvent),
  /** Instances that their series no longer produces; the next sync reports them as cancelled. */
  vanished: z.array(storedEvent).default([]),
  codes: z.array(code),
  accessTokens: z.array(token),
  refreshTokens: z.array(refreshToken),
  channels: z.array(channel),
});

export type GoogleState = z.infer<typeof googleState>;
export type Account = z.infer<typeof account>;
export type Calendar = z.infer<typeof calendar>;
export type StoredEvent = z.infer<typeof storedEvent>;
export type AuthorizationCode = z.infer<typeof code>;
export type AccessToken = z.infer<typeof token>;
export type RefreshToken = z.infer<typeof refreshToken>;
export type Channel = z.infer<typeof channel>;

/**
 * Returns an empty state with a signing key. Passing `signingKey` keeps the key across a reset, so that certificates
 * cached by verifiers stay valid.
 */
export function emptyState(signingKey = signingKeyOf('google')): GoogleState {
  return {
    signingKey,
    epoch: randomBytes(6).toString('hex'),
    changes: 0,
    accounts: [],
    calendars: [],
    events: [],
    vanished: [],
    codes: [],
    accessTokens: [],
    refreshTokens: [],
    channels: [],
  };
}
