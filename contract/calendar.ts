import * as z from 'zod';
import { INTEGRATION_STATUSES, SYNC_PROBLEM_CODES } from '#domain/enumerations.ts';
import { byId, endpoint, instant, provider, uuid } from './http.ts';

export const integrationStatus = z.enum(INTEGRATION_STATUSES);

/** Why an account does not sync. */
export const syncProblem = z.object({
  code: z.enum(SYNC_PROBLEM_CODES),
  /** Shown to the user. */
  message: z.string(),
});

/** Upcoming meetings found by an account's syncs, and how many don't get a briefing, by reason. */
export const syncFindings = z.object({
  comingMeetings: z.number(),
  /** Of these, found in the last 24 hours. */
  newMeetings: z.number(),
  /** Of these, with a briefing planned or sent. */
  briefedMeetings: z.number(),
  /** The others by reason, shown to the user, the most frequent first. */
  skipped: z.array(z.object({ reason: z.string(), meetings: z.number() })),
  /** Events that could not be read, for example without a usable start, end or id. */
  unreadableEvents: z.number(),
});
export type SyncFindings = z.infer<typeof syncFindings>;

export const calendarIntegration = z.object({
  id: uuid,
  provider,
  isActive: z.boolean(),
  calendarName: z.string(),
  accountEmail: z.string(),
  syncEnabled: z.boolean(),
  status: integrationStatus,
  /** True from when a sync is requested until it ends. */
  isSyncing: z.boolean(),
  /** When the last successful sync started. */
  lastSyncAt: instant.nullable(),
  /** Why the last sync failed; null if it succeeded. */
  syncProblem: syncProblem.nullable(),
  createdAt: instant,
});
export type CalendarIntegration = z.infer<typeof calendarIntegration>;

export const listedIntegration = calendarIntegration.extend({ findings: syncFindings });
export type ListedIntegration = z.infer<typeof listedIntegration>;

export const listCalendarIntegrations = endpoint('get /users/calendar/integrations', {
  access: 'subscriber',
  scope: 'read',
  summary: 'Connected calendar accounts',
  data: z.object({ integrations: z.array(listedIntegration) }),
});

/** A calendar of a connected account. */
export const userCalendar = z.object({
  id: uuid,
  provider,
  name: z.string(),
  isPrimary: z.boolean(),
  /** If off, it is not synced and its meetings don't get briefings. Meetings already found are kept. */
  enabled: z.boolean(),
  /** IANA name. */
  timeZone: z.string(),
  lastSyncAt: instant.nullable(),
});
export type UserCalendar = z.infer<typeof userCalendar>;

export const listUserCalendars = endpoint('get /users/calendar/calendars', {
  access: 'subscriber',
  scope: 'read',
  summary: 'Calendars of the connected accounts, each account’s primary one first',
  query: z.object({ provider: provider.optional() }),
  data: z.object({ calendars: z.array(userCalendar) }),
});

export const switchCalendar = endpoint('put /users/calendar/calendars/:id', {
  access: 'subscriber',
  summary: 'Turn a calendar on or off; turning it off unschedules its upcoming meetings',
  example: { enabled: false },
  ...byId,
  body: z.strictObject({ enabled: z.boolean() }),
  data: z.object({ calendar: userCalendar, message: z.string() }),
});

export const connectCalendar = endpoint('post /users/calendar/connect', {
  access: 'subscriber',
  summary: 'Exchange the consent page’s code for a grant and start syncing',
  errors: ['BAD_REQUEST', 'BAD_GATEWAY'],
  example: { provider: 'google', authCode: '4/0AbCdEf', state: 'eyJwdXJwb3NlIjoiY2FsZW5kYXJfY29ubmVjdCJ9' },
  body: z.strictObject({
    provider,
    authCode: z.string().min(1).max(4096),
    /**
     * State returned by the consent page; identifies the pending flow. Without it, exactly one flow with the provider
     * must be pending.
     */
    state: z.string().max(4096).optional(),
  }),
  data: z.object({ integration: calendarIntegration }),
});

export const disconnectCalendar = endpoint('post /users/calendar/disconnect', {
  access: 'subscriber',
  summary: 'Delete the grant, stop syncing and unschedule upcoming meetings',
  errors: ['NOT_FOUND'],
  example: { provider: 'google' },
  body: z.strictObject({ provider }),
  data: z.object({}),
});

export const setCalendarSync = endpoint('post /users/calendar/sync', {
  access: 'subscriber',
  summary: 'Turn automatic sync on or off',
  errors: ['NOT_FOUND'],
  example: { provider: 'google', enabled: false },
  body: z.strictObject({ provider, enabled: z.boolean() }),
  data: z.object({ message: z.string() }),
});

export const syncNow = endpoint('post /users/calendar/sync-now', {
  access: 'subscriber',
  scope: 'write',
  summary: 'Sync the connected calendars now, even if automatic sync is off',
  description: 'Each account is synced at most once a minute on request. `isSyncing` is true until the sync ends.',
  errors: ['CONFLICT'],
  status: 202,
  data: z.object({ providers: z.array(provider), message: z.string() }),
});

export const syncCalendarIntegrations = endpoint('post /users/sync-calendar-integrations', {
  access: 'subscriber',
  summary: 'Connect the calendars granted by a social sign-in',
  data: z.object({
    summary: z.object({ created: z.number(), skipped: z.number() }),
    created: z.array(z.object({ provider, calendarName: z.string() })),
    skipped: z.array(z.object({ provider, reason: z.string() })),
  }),
});
