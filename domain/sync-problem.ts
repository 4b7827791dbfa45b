import type { IntegrationStatus, Provider, SyncProblemCode } from './enumerations.ts';

type SyncProblem = {
  code: SyncProblemCode;
  /** Shown to the user. */
  message: string;
};

/**
 * Returns why a connected calendar account does not sync, in words for its user; null if it does.
 *
 * @param account.errorCode Error code of the last sync (`VendorError.code`, or `unexpected`); null if it succeeded.
 */
export function syncProblemOf(account: {
  provider: Provider;
  status: IntegrationStatus;
  errorCode: string | null;
}): SyncProblem | null {
  const { status, errorCode } = account;
  if (status === 'disconnected') return null;
  if (status === 'reconnect_needed' && errorCode === 'grant_blocked') {
    return { code: 'reconnect_needed', message: BLOCKED };
  }
  const code = status === 'reconnect_needed' ? 'reconnect_needed' : codeOf(errorCode);
  return code === null ? null : { code, message: MESSAGES[code](VENDORS[account.provider]) };
}

function codeOf(errorCode: string | null): SyncProblemCode | null {
  if (errorCode === null) return null;
  return CODES.get(errorCode) ?? 'refused';
}

/** Any other vendor error counts as a refusal. */
const CODES: ReadonlyMap<string, SyncProblemCode> = new Map([
  ['rate_limited', 'throttled'],
  ['unavailable', 'unreachable'],
  ['not_found', 'calendar_gone'],
  ['gone', 'calendar_gone'],
  ['mailbox_missing', 'calendar_gone'],
  ['provider_not_configured', 'not_configured'],
  ['unexpected', 'unexpected'],
]);

const VENDORS = { google: 'Google', microsoft: 'Microsoft' } as const satisfies Record<Provider, string>;

const BLOCKED =
  'Your organization’s administrator no longer lets Foreword read this calendar. Nothing was deleted; ask them to allow Foreword, then reconnect it to resume syncing.';

const MESSAGES: Record<SyncProblemCode, (vendor: string) => string> = {
  reconnect_needed: (vendor) =>
    `${vendor} no longer lets us read this calendar. Nothing was deleted; reconnect it to resume syncing.`,
  throttled: (vendor) =>
    `${vendor} asked us to slow down. Nothing is lost; we’ll sync again after the pause it requested.`,
  unreachable: (vendor) => `${vendor} can’t be reached right now. Nothing is lost; we’ll keep trying.`,
  calendar_gone: (vendor) =>
    `${vendor} can no longer find one of this account’s calendars. Its meetings are kept; if this continues, disconnect the account and connect it again.`,
  not_configured: (vendor) => `This installation is not set up for ${vendor} calendars. Contact support.`,
  refused: (vendor) =>
    `${vendor} refused access to the calendar. We’ll keep trying; if this continues, disconnect the account and connect it again.`,
  unexpected: () =>
    'Something went wrong on our side. Nothing is lost; we’ll keep trying. If this continues, contact support.',
};
