const prefix = 'https://www.googleapis.com/auth/';

export const calendarScope = `${prefix}calendar`;
export const allCalendarScopes = [calendarScope, `${prefix}calendar.events`];

/** The consent page's text for each scope; unlisted scopes are rejected as invalid. */
export const scopeTexts: Record<string, string> = {
  openid: 'Associate you with your personal info on Google',
  email: 'See your primary Google Account email address',
  profile: "See your personal info, including any personal info you've made publicly available",
  [`${prefix}userinfo.email`]: 'See your primary Google Account email address',
  [`${prefix}userinfo.profile`]: "See your personal info, including any personal info you've made publicly available",
  [calendarScope]: 'See, edit, share, and permanently delete all the calendars you can access using Google Calendar',
  [`${prefix}calendar.readonly`]: 'See and download any calendar you can access using your Google Calendar',
  [`${prefix}calendar.events`]: 'View and edit events on all your calendars',
  [`${prefix}calendar.events.readonly`]: 'View events on all your calendars',
  [`${prefix}calendar.events.owned`]: 'See, create, change, and delete events on Google calendars you own',
  [`${prefix}calendar.events.owned.readonly`]: 'See the events on Google calendars you own',
  [`${prefix}calendar.calendars`]: 'See and change the properties of Google calendars you have access to',
  [`${prefix}calendar.calendars.readonly`]: 'See the title, description and time zone of your calendars',
  [`${prefix}calendar.calendarlist`]: 'See, add, and remove Google calendars you are subscribed to',
  [`${prefix}calendar.calendarlist.readonly`]: 'See the list of Google calendars you are subscribed to',
};

/** Sign-in scopes are granted with the account; every other scope has its own checkbox. */
const signInScopes = new Set(['openid', 'email', 'profile', `${prefix}userinfo.email`, `${prefix}userinfo.profile`]);

export function isSignInScope(scope: string): boolean {
  return signInScopes.has(scope);
}

export function isCalendarScope(scope: string): boolean {
  return scope.startsWith(calendarScope);
}

/** Returns a scope as it appears in Google's responses, where `email` and `profile` have long names. */
export function canonicalScope(scope: string): string {
  return scope === 'email' || scope === 'profile' ? `${prefix}userinfo.${scope}` : scope;
}

const named = (...names: string[]): string[] => [calendarScope, ...names.map((name) => `${prefix}calendar.${name}`)];

/** The scopes that permit each kind of call; any one of them is enough. */
export const admits = {
  readCalendarList: named('readonly', 'calendarlist', 'calendarlist.readonly'),
  readCalendars: named('readonly', 'calendars', 'calendars.readonly'),
  writeCalendars: named('calendars'),
  readEvents: named('readonly', 'events', 'events.readonly', 'events.owned', 'events.owned.readonly'),
  writeEvents: named('events', 'events.owned'),
} as const;
