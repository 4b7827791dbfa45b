import { createHash } from 'node:crypto';
import { createFinder } from '#sandbox/find-by-key.ts';
import type { GoogleContext } from '#sandbox/google/context.ts';
import type { Account, Calendar } from '#sandbox/google/state.ts';

const accountsByEmail = createFinder<Account>(({ email }) => email);
const publicDomains = new Set(['gmail.com', 'googlemail.com']);

export function findAccount({ state }: GoogleContext, email: string): Account | undefined {
  return accountsByEmail(state.accounts, email.toLowerCase())[0];
}

/** Creates the account with an empty primary calendar, or updates the existing one's name and verification. */
export function putAccount(
  context: GoogleContext,
  input: {
    email: string;
    name: string;
    timeZone?: string | undefined;
    emailVerified?: boolean | undefined;
    isConsumer?: boolean | undefined;
  },
): Account {
  const email = input.email.toLowerCase();
  const existing = findAccount(context, email);
  if (existing) {
    existing.name = input.name;
    existing.emailVerified = input.emailVerified ?? existing.emailVerified;
    return existing;
  }
  const { name, timeZone = 'Europe/London', emailVerified = true, isConsumer = false } = input;
  const account = { sub: subjectOf(email), email, name, timeZone, emailVerified, isConsumer };
  context.state.accounts.push(account);
  addCalendar(context, account, { id: email, summary: email, primary: true, color: '#16a765' });
  return account;
}

export function addCalendar(
  { state }: GoogleContext,
  owner: Account,
  input: Pick<Calendar, 'id' | 'summary' | 'primary' | 'color'> & { timeZone?: string; description?: string },
): Calendar {
  const calendar = { timeZone: owner.timeZone, ...input, ownerSub: owner.sub, managerSubs: [] };
  state.calendars.push(calendar);
  return calendar;
}

/** Returns the account's own calendars and those it manages for others. */
export function calendarsOf({ state }: GoogleContext, sub: string): Calendar[] {
  return state.calendars.filter(({ ownerSub, managerSubs }) => ownerSub === sub || managerSubs.includes(sub));
}

/** Finds a calendar that an account can access; `primary` is the account's own. Undefined without access. */
export function findCalendar(context: GoogleContext, sub: string, id: string): Calendar | undefined {
  return calendarsOf(context, sub).find((calendar) =>
    id === 'primary' ? calendar.primary && calendar.ownerSub === sub : calendar.id === id,
  );
}

/** Returns an account's OpenID Connect claims for its granted scopes. */
export function profileClaims(account: Account, scopes: readonly string[]): Record<string, string | boolean> {
  const { sub, email, name } = account;
  const domain = email.slice(email.indexOf('@') + 1);
  const [givenName = name, ...familyNames] = name.split(' ');
  const opens = (scope: string): boolean => scopes.some((granted) => granted.endsWith(scope));
  return {
    sub,
    ...(!publicDomains.has(domain) && !account.isConsumer && { hd: domain }),
    ...(opens('email') && { email, email_verified: account.emailVerified }),
    ...(opens('profile') && {
      name,
      given_name: givenName,
      ...(familyNames.length > 0 && { family_name: familyNames.join(' ') }),
    }),
  };
}

/** Derives a stable 21-digit subject like Google's. */
function subjectOf(email: string): string {
  const digest = createHash('sha256').update(`google-subject:${email}`).digest();
  return `1${(digest.readBigUInt64BE(0) % 10n ** 18n).toString().padStart(18, '0')}${String(digest.readUInt8(8) % 100).padStart(2, '0')}`;
}
