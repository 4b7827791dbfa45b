import { queryOptions } from '@tanstack/react-query';
import type {
  connectCalendar,
  disconnectCalendar,
  listCalendarIntegrations,
  listUserCalendars,
  setCalendarSync,
  switchCalendar,
  syncCalendarIntegrations,
  syncNow,
} from '#contract/calendar.ts';
import { call, caller, read } from './client.ts';

export const integrationsQuery = queryOptions({
  queryKey: ['calendar-integrations'],
  queryFn: async () => (await read<typeof listCalendarIntegrations>('/users/calendar/integrations')).integrations,
});

/** The calendars of all connected accounts, with each account's primary one first. */
export const calendarsQuery = queryOptions({
  queryKey: ['calendars'],
  queryFn: async () => (await read<typeof listUserCalendars>('/users/calendar/calendars')).calendars,
});

export function putCalendar(id: string, enabled: boolean) {
  const path = '/users/calendar/calendars/:id';
  return call<typeof switchCalendar>({ method: 'put', path, params: { id }, body: { enabled } });
}

export const postConnect = caller<typeof connectCalendar>('post', '/users/calendar/connect');

export const postDisconnect = caller<typeof disconnectCalendar>('post', '/users/calendar/disconnect');
export const postAutoSync = caller<typeof setCalendarSync>('post', '/users/calendar/sync');

/** Starts a sync of all connected calendars. */
export const postSyncNow = caller<typeof syncNow>('post', '/users/calendar/sync-now');

/** Connects the calendars that a social sign-in granted access to. */
export const postSyncIntegrations = caller<typeof syncCalendarIntegrations>(
  'post',
  '/users/sync-calendar-integrations',
);
