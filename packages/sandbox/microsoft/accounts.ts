import { createHash } from 'node:crypto';
import { createFinder } from '#sandbox/find-by-key.ts';
import { client, type MicrosoftContext } from '#sandbox/microsoft/context.ts';
import type { Account, Calendar } from '#sandbox/microsoft/state.ts';

/** The tenant of all personal Microsoft accounts. */
export const consumerTenantId = '9188040d-6c67-4c5b-b112-36a304b66dad';

const accountsByEmail = createFinder<Account>(({ email }) => email);
const calendarsByOwner = createFinder<Calendar>(({ ownerId }) => ownerId);
const personalDomains = new Set(['outlook.com', 'hotmail.com', 'live.com', 'msn.com']);

export function findAccount({ state }: MicrosoftContext, email: string): Account | undefined {
  return accountsByEmail(state.accounts, email.toLowerCase())[0];
}

export function isPersonal(account: Pick<Account, 'tenantId'>): boolean {
  return account.tenantId === consumerTenantId;
}

/**
 * Creates an account with an empty default calendar, or renames the existing account. Accounts on Outlook's own domains
 * are personal; all others belong to their domain's organization.
 * @param input.timeZone the Windows name of the mailbox's zone
 */
export function putAccount(
  context: MicrosoftContext,
  input: { email: string; name: string; timeZone?: string | undefined },
): Account {
  const email = input.email.toLowerCase();
  const existing = findAccount(context, email);
  if (existing) {
    existing.name = input.name;
    return existing;
  }
  const domain = email.slice(email.indexOf('@') + 1);
  const tenantId = personalDomains.has(domain) ? consumerTenantId : guidOf(`tenant:${domain}`);
  const { name, timeZone = 'GMT Standard Time' } = input;
  const account = { oid: guidOf(`account:${email}`), tenantId, email, name, timeZone };
  context.state.accounts.push(account);
  addCalendar(context, account, { name: 'Calendar', isDefault: true });
  return account;
}

/** Adds a calendar to the account; the caller saves. */
export function addCalendar(
  { state }: MicrosoftContext,
  owner: Account,
  input: Pick<Calendar, 'name' | 'isDefault'> & Partial<Pick<Calendar, 'color'>>,
): Calendar {
  state.changes += 1;
  const calendar = {
    id: calendarId(`${owner.email}/${input.isDefault ? '' : input.name}/${input.isDefault ? 0 : state.changes}`),
    ownerId: owner.oid,
    color: 'auto' as const,
    ...input,
    change: state.changes,
  };
  state.calendars.push(calendar);
  return calendar;
}

export function calendarsOf({ state }: MicrosoftContext, owner: Pick<Account, 'oid'>): Calendar[] {
  return calendarsByOwner(state.calendars, owner.oid);
}

export function defaultCalendarOf(context: MicrosoftContext, owner: Pick<Account, 'oid'>): Calendar {
  const calendar = calendarsOf(context, owner).find(({ isDefault }) => isDefault);
  if (!calendar) throw new Error('An account has no default calendar.');
  return calendar;
}

/** Returns the subject of an account's tokens. It is pairwise: other applications see a different one. */
export function subjectOf({ oid }: Pick<Account, 'oid'>): string {
  return createHash('sha256').update(`${client.id}/${oid}`).digest('base64url');
}

/** Derives a GUID from `seed`. */
export function guidOf(seed: string): string {
  const hex = createHash('sha256').update(`microsoft:${seed}`).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}

/** Derives a calendar id from `seed`. Like every container id, it is the same in both id spaces. */
function calendarId(seed: string): string {
  return `AQMkAD${createHash('sha256').update(`microsoft-calendar:${seed}`).digest('base64url').slice(0, 40)}AAAA=`;
}
