/** The consent page's text for each delegated permission; unlisted ones are rejected as invalid. */
export const scopeTexts: Record<string, string> = {
  'User.Read': 'Sign you in and read your profile',
  'Calendars.ReadBasic': 'Read basic details of your calendars',
  'Calendars.Read': 'Read your calendars',
  'Calendars.Read.Shared': 'Read calendars you can access',
  'Calendars.ReadWrite': 'Have full access to your calendars',
  'Calendars.ReadWrite.Shared': 'Read and write to your and shared calendars',
  offline_access: 'Maintain access to data you have given it access to',
  openid: 'Sign you in',
  profile: 'View your basic profile',
  email: 'View your email address',
};

const graphPrefix = 'https://graph.microsoft.com/';
const names = new Map(Object.keys(scopeTexts).map((name) => [name.toLowerCase(), name]));

/**
 * Returns the scope in its registered spelling, without the resource prefix; undefined if there is no such permission.
 */
export function knownScope(scope: string): string | undefined {
  const short = scope.toLowerCase().startsWith(graphPrefix) ? scope.slice(graphPrefix.length) : scope;
  return names.get(short.toLowerCase());
}

export function isCalendarScope(scope: string): boolean {
  return scope.startsWith('Calendars.');
}

/** The scopes that permit each kind of call; any one of them is enough. */
export const admits = {
  readProfile: ['User.Read'],
  readCalendars: [
    'Calendars.ReadBasic',
    'Calendars.Read',
    'Calendars.Read.Shared',
    'Calendars.ReadWrite',
    'Calendars.ReadWrite.Shared',
  ],
  readEvents: ['Calendars.Read', 'Calendars.Read.Shared', 'Calendars.ReadWrite', 'Calendars.ReadWrite.Shared'],
  write: ['Calendars.ReadWrite', 'Calendars.ReadWrite.Shared'],
} as const;
