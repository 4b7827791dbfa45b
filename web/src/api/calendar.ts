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
import type { BodyOf, Provider } from '#contract/http.ts';
import { call } from './client.ts';

export const integrationsQuery = queryOptions({
  queryKey: ['calendar-integrations'],
  queryFn: async () =>
    (await call<typeof listCalendarIntegrations>({ method: 'get', path: '/users/calendar/integrations' })).integrations,
});

/** The calendars of all connected accounts, with each account's primary one first. */
export const calendarsQuery = queryOptions({
  queryKey: ['calendars'],
  queryFn: async () =>
    (await call<typeof listUserCalendars>({ method: 'get', path: '/users/calendar/calendars' })).calendars,
});

export function putCalendar(id: string, enabled: boolean) {
  const path = '/users/calendar/calendars/:id';
  return call<typeof switchCalendar>({ method: 'put', path, params: { id }, body: { enabled } });
}

export function postConnect(body: BodyOf<typeof connectCalendar>) {
  return call<typeof connectCalendar>({ method: 'post', path: '/users/calendar/connect', body });
}

export function postDisconnect(provider: Provider) {
  return call<typeof disconnectCalendar>({ method: 'post', path: '/users/calendar/disconnect', body: { provider } });
}

export function postAutoSync(provider: Provider, enabled: boolean) {
  return call<typeof setCalendarSync>({ method: 'post', path: '/users/calendar/sync', body: { provider, enabled } });
}

/** Starts a sync of all connected calendars. */
export function postSyncNow() {
  return call<typeof syncNow>({ method: 'post', path: '/users/calendar/sync-now' });
}

/** Connects the calendars that a social sign-in granted access to. */
export function postSyncIntegrations() {
  return call<typeof syncCalendarIntegrations>({ method: 'post', path: '/users/sync-calendar-integrations' });
}
