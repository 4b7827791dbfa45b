import * as z from 'zod';
import { INTEGRATION_STATUSES, SYNC_PROBLEM_CODES } from '#domain/enumerations.ts';
import { endpoint, instant, provider, uuid } from './http.ts';

export const integrationStatus = z.enum(INTEGRATION_STATUSES);

/** Why an account is not in step with its vendor. */
export const syncProblem = z.object({
  code: z.enum(SYNC_PROBLEM_CODES),
  /** In words for the user. */
  message: z.string(),
});

/** What the syncs of an account have found: its coming meetings, and which of them get no briefing and why. */
export const syncFindings = z.object({
  comingMeetings: z.number(),
  /** Of them, found within the last 24 hours. */
  newMeetings: z.number(),
  /** Of them, with a briefing planned or sent. */
  briefedMeetings: z.number(),
  /** The others, by reason in words for the user, the most frequent first. */
  skipped: z.array(z.object({ reason: z.string(), meetings: z.number() })),
  /** Events that the vendor sent without a usable start, end or id. */
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
  /** True from the moment a sync was asked for until it has finished. */
  isSyncing: z.boolean(),
  /** When the last sync that went well began. */
  lastSyncAt: instant.nullable(),
  /** Why the last sync did not go well; null after a good one. */
  syncProblem: syncProblem.nullable(),
  createdAt: instant,
});
export type CalendarIntegration = z.infer<typeof calendarIntegration>;

export const listedIntegration = calendarIntegration.extend({ findings: syncFindings });
export type ListedIntegration = z.infer<typeof listedIntegration>;

export const listCalendarIntegrations = endpoint({
  method: 'get',
  path: '/users/calendar/integrations',
  access: 'subscriber',
  scope: 'read',
  summary: 'Connected calendar accounts',
  data: z.object({ integrations: z.array(listedIntegration) }),
});

/** One calendar of a connected account. */
export const userCalendar = z.object({
  id: uuid,
  provider,
  name: z.string(),
  isPrimary: z.boolean(),
  /** Off: it is not synced, and its meetings get no briefings. What was found stays. */
  enabled: z.boolean(),
  /** IANA name. */
  timeZone: z.string(),
  lastSyncAt: instant.nullable(),
});
export type UserCalendar = z.infer<typeof userCalendar>;

export const listUserCalendars = endpoint({
  method: 'get',
  path: '/users/calendar/calendars',
  access: 'subscriber',
  scope: 'read',
  summary: 'The calendars of the connected accounts, the primary one of each first',
  query: z.object({ provider: provider.optional() }),
  data: z.object({ calendars: z.array(userCalendar) }),
});

export const switchCalendar = endpoint({
  method: 'put',
  path: '/users/calendar/calendars/:id',
  access: 'subscriber',
  summary: 'Switch one calendar on or off; off takes its coming meetings off the schedule',
  errors: ['NOT_FOUND'],
  example: { enabled: false },
  params: z.object({ id: uuid }),
  body: z.strictObject({ enabled: z.boolean() }),
  data: z.object({ calendar: userCalendar, message: z.string() }),
});

export const connectCalendar = endpoint({
  method: 'post',
  path: '/users/calendar/connect',
  access: 'subscriber',
  summary: 'Exchange the code of the consent page for a grant and start syncing',
  errors: ['BAD_REQUEST', 'BAD_GATEWAY'],
  example: { provider: 'google', authCode: '4/0AbCdEf', state: 'eyJwdXJwb3NlIjoiY2FsZW5kYXJfY29ubmVjdCJ9' },
  body: z.strictObject({
    provider,
    authCode: z.string().min(1).max(4096),
    /** The state the consent page returned; names the pending flow. Without it exactly one flow of the provider must be pending. */
    state: z.string().max(4096).optional(),
  }),
  data: z.object({ integration: calendarIntegration }),
});

export const disconnectCalendar = endpoint({
  method: 'post',
  path: '/users/calendar/disconnect',
  access: 'subscriber',
  summary: 'Revoke the grant, stop syncing and cancel what was planned from that calendar',
  errors: ['NOT_FOUND'],
  example: { provider: 'google' },
  body: z.strictObject({ provider }),
  data: z.object({}),
});

export const setCalendarSync = endpoint({
  method: 'post',
  path: '/users/calendar/sync',
  access: 'subscriber',
  summary: 'Switch automatic syncing on or off',
  errors: ['NOT_FOUND'],
  example: { provider: 'google', enabled: false },
  body: z.strictObject({ provider, enabled: z.boolean() }),
  data: z.object({ message: z.string() }),
});

export const syncNow = endpoint({
  method: 'post',
  path: '/users/calendar/sync-now',
  access: 'subscriber',
  scope: 'write',
  summary: 'Read the connected calendars now, also where automatic syncing is off',
  description:
    'Each account is read at most once a minute at the request of its user. `isSyncing` tells when it is done.',
  errors: ['CONFLICT'],
  status: 202,
  data: z.object({ providers: z.array(provider), message: z.string() }),
});

export const syncCalendarIntegrations = endpoint({
  method: 'post',
  path: '/users/sync-calendar-integrations',
  access: 'subscriber',
  summary: 'Create integrations from the calendar grant that a social sign-in brought',
  data: z.object({
    summary: z.object({ created: z.number(), skipped: z.number() }),
    created: z.array(z.object({ provider, calendarName: z.string() })),
    skipped: z.array(z.object({ provider, reason: z.string() })),
  }),
});
