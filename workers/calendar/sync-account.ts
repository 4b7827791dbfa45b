import { deleteChannels } from '#db/queries/calendar-channels.ts';
import {
  type CalendarRow,
  type EnabledCalendars,
  listEnabledCalendars,
  replaceCalendars,
} from '#db/queries/calendars.ts';
import { insertEmail } from '#db/queries/emails.ts';
import { insertOutboxMessages } from '#db/queries/outbox.ts';
import {
  findSyncAccount,
  markAccountSynced,
  markReconnectNeeded,
  type SyncAccountRow,
  updateAccountSyncError,
} from '#db/queries/sync-accounts.ts';
import { cancelMeetingsOfCalendars } from '#db/queries/synced-meetings.ts';
import type { AccountKey } from '#db/sql.ts';
import { NO_BRIEFING } from '#domain/briefable.ts';
import { hostOfAddress } from '#domain/registrable-domain.ts';
import { isWindowOutdated } from '#domain/sync-window.ts';
import { addressee } from '#domain/user-name.ts';
import { CALENDAR_SCOPES, type CalendarProvider } from '#providers/calendar/provider.ts';
import {
  GrantRevokedError,
  RateLimitedError,
  RequestRejectedError,
  ScopeMissingError,
  VendorError,
} from '#providers/errors.ts';
import { LoggableError } from '#telemetry/loggable-error.ts';
import type { WorkerContext } from '#workers/context.ts';
import { type AccessTokenSource, createAccessTokenSource } from './access-token.ts';
import { keepChannels } from './keep-channels.ts';
import { type CalendarSync, SyncSupersededError, syncCalendar } from './sync-calendar.ts';
import type { CalendarOwner } from './synced-event.ts';
import { announceCancelled, type PageCounts } from './write-page.ts';

/**
 * `synced`: all changes up to the sync's start are stored. `unfinished`: time ran out or the grant changed; call
 * again. `reconnect_needed`: only the user can replace the ended grant. `disconnected`: the account no longer exists.
 */
export type SyncOutcome =
  | ({ outcome: 'synced'; intervalS: number; isAutomatic: boolean } & PageCounts)
  | { outcome: 'unfinished' | 'reconnect_needed' | 'disconnected' };

export type SyncRun = {
  signal: AbortSignal;
  /** Called before each page and before work on each push channel. */
  onProgress: (progress: { calendar: number; pages: number }) => void;
  /** No page is started after this time, in epoch ms. */
  deadlineMs: number;
};

/** Accounts of users away for two weeks are polled half as often. */
const IDLE_FACTOR = 2;

/**
 * Syncs all calendars of one account. Safe to repeat and to interrupt at any point.
 *
 * @throws VendorError for anything a retry or later sync may resolve
 */
export async function syncAccount(context: WorkerContext, key: AccountKey, run: SyncRun): Promise<SyncOutcome> {
  const account = await findSyncAccount(context.pool, key);
  if (!account || account.status === 'disconnected') return { outcome: 'disconnected' };
  if (account.status === 'reconnect_needed') return { outcome: 'reconnect_needed' };
  const provider = context.calendars[key.provider];
  if (!provider) throw new RequestRejectedError('provider_not_configured');

  const tokens = createAccessTokenSource(context, provider, key, account, run.signal);
  try {
    return await syncCalendars(context, { key, account, provider, tokens, run });
  } catch (error) {
    if (error instanceof GrantRevokedError || error instanceof ScopeMissingError) {
      const isMarked = await askToReconnect(context, { key, account, tokens }, error.code);
      // Otherwise the account has since been disconnected or received another grant.
      return { outcome: isMarked ? 'reconnect_needed' : 'unfinished' };
    }
    if (!run.signal.aborted && !(error instanceof SyncSupersededError)) await noteFailure(context, key, error);
    throw error;
  }
}

type AccountSync = {
  key: AccountKey;
  account: SyncAccountRow;
  provider: CalendarProvider;
  tokens: AccessTokenSource;
  run: SyncRun;
};

async function syncCalendars(
  context: WorkerContext,
  { key, account, provider, tokens, run }: AccountSync,
): Promise<SyncOutcome> {
  const { pool, settings, logger, meters } = context;
  const progress = { calendar: 0, pages: 0 };
  const sync: CalendarSync = {
    pool,
    provider,
    tokens,
    userId: key.userId,
    owner: ownerOf(account),
    leadMinutes: account.leadMinutes,
    timeZone: account.timeZone,
    signal: run.signal,
    onUnreadable(calendarId, events) {
      meters.unreadableEvents.add(events.length, { vendor: key.provider });
      for (const event of events) logger.warn({ ...key, calendarId, ...event }, 'an event could not be read');
    },
    pause() {
      run.signal.throwIfAborted();
      progress.pages += 1;
      run.onProgress({ ...progress });
      return Date.now() > run.deadlineMs;
    },
  };

  const counts: PageCounts = { written: 0, cancelled: 0, unreadable: 0 };
  const { calendars, unreadable, failure: listFailure } = await listCalendars(sync, account, counts);
  const { integrationId } = account;
  if (account.syncEnabled) {
    const onStep = () => run.onProgress({ ...progress });
    await keepChannels(context, { provider, tokens, integrationId, signal: run.signal, onStep }, calendars);
  }
  let failure: unknown =
    listFailure ??
    (unreadable.length === 0 ? null : new LoggableError(`unreadable calendar rows: ${unreadable.join(', ')}`));
  for (const calendar of calendars) {
    progress.calendar += 1;
    try {
      if (!(await syncUnlessGone(sync, account, calendar, counts))) return { outcome: 'unfinished' };
    } catch (error) {
      if (run.signal.aborted || !isOfOneCalendar(error)) throw error;
      failure ??= error;
    }
  }
  if (failure !== null) throw failure;
  await markAccountSynced(pool, account.integrationId, account.readAt);
  const intervalS = settings.syncIntervalS * (account.isIdle ? IDLE_FACTOR : 1);
  return { outcome: 'synced', intervalS, isAutomatic: account.syncEnabled, ...counts };
}

/** Returns whether an error affects only one calendar, like a refusal or a bug; outages and lost grants affect all. */
function isOfOneCalendar(error: unknown): boolean {
  if (error instanceof SyncSupersededError || error instanceof ScopeMissingError) return false;
  return error instanceof RequestRejectedError || !(error instanceof VendorError);
}

function ownerOf({ companyDomain, ownAddresses, excludedDomains }: SyncAccountRow): CalendarOwner {
  const domains = [companyDomain, ...ownAddresses.map(hostOfAddress)].filter((domain) => domain !== null);
  return { ownDomains: domains, ownAddresses, excludedDomains };
}

/**
 * Lists the account's calendars: from the vendor if none are known, a window moves (daily) or the last sync failed,
 * else as stored. If the vendor fails to list them, returns the stored ones with the failure, because they may still be
 * readable.
 */
async function listCalendars(
  sync: CalendarSync,
  account: SyncAccountRow,
  counts: PageCounts,
): Promise<EnabledCalendars & { failure: unknown }> {
  const known = await listEnabledCalendars(sync.pool, account.integrationId);
  const { calendars, unreadable } = known;
  const isListDue =
    calendars.length + unreadable.length === 0 ||
    calendars.some(({ windowEnd }) => isListOutdated(windowEnd)) ||
    account.lastSyncError !== null;
  if (!isListDue) return { ...known, failure: null };
  try {
    return { ...(await refreshCalendars(sync, account, counts)), failure: null };
  } catch (error) {
    if (sync.signal.aborted || calendars.length === 0 || isOfWholeAccount(error)) throw error;
    return { ...known, failure: error };
  }
}

/** Returns whether the account cannot be read at all, for lack of a grant or because the vendor asked for a pause. */
function isOfWholeAccount(error: unknown): boolean {
  return error instanceof GrantRevokedError || error instanceof ScopeMissingError || error instanceof RateLimitedError;
}

function isListOutdated(windowEnd: Date | null): boolean {
  return windowEnd === null || isWindowOutdated(windowEnd, new Date());
}

async function refreshCalendars(
  sync: CalendarSync,
  { integrationId, scopes }: SyncAccountRow,
  counts: PageCounts,
): Promise<EnabledCalendars> {
  sync.pause();
  const listed = await fetchCalendars(sync, scopes);
  await sync.pool.transaction(async (transaction) => {
    const calendarIds = await replaceCalendars(
      transaction,
      integrationId,
      listed.map((calendar) => ({ ...calendar, timeZone: calendar.timeZone ?? sync.timeZone })),
    );
    const cancelled = await cancelMeetingsOfCalendars(transaction, { calendarIds, reason: NO_BRIEFING.disconnected });
    await announceCancelled(transaction, sync.userId, cancelled);
    counts.cancelled += cancelled.length;
  });
  return await listEnabledCalendars(sync.pool, integrationId);
}

async function fetchCalendars({ tokens, provider, signal }: CalendarSync, scopes: readonly string[]) {
  try {
    return await tokens.use((accessToken) => provider.listCalendars(accessToken, signal));
  } catch (error) {
    // If the scope was granted, asking for consent again would not help: the vendor refuses only this call.
    const isGranted = scopes.includes(CALENDAR_SCOPES[provider.provider]);
    throw error instanceof ScopeMissingError && isGranted ? new RequestRejectedError('forbidden', error) : error;
  }
}

/** Returns false if the sync paused before its end. A calendar deleted since the list was read counts as synced. */
async function syncUnlessGone(
  sync: CalendarSync,
  account: SyncAccountRow,
  calendar: CalendarRow,
  counts: PageCounts,
): Promise<boolean> {
  try {
    return await syncCalendar(sync, calendar, counts);
  } catch (error) {
    if (!(error instanceof RequestRejectedError && error.code === 'not_found')) throw error;
    const left = await refreshCalendars(sync, account, counts);
    if (left.calendars.some(({ id }) => id === calendar.id)) throw error;
    return true;
  }
}

/** Records the failure for the user. If the database is down, that must not hide the original error. */
async function noteFailure({ pool, logger }: WorkerContext, key: AccountKey, failure: unknown): Promise<void> {
  try {
    await updateAccountSyncError(pool, key, failure instanceof VendorError ? failure.code : 'unexpected');
  } catch (error) {
    logger.warn({ err: error, ...key }, 'failed to record a sync failure');
  }
}

/**
 * Flags the account and asks its user by email to reconnect it, once per lost grant. Returns false if the grant was no
 * longer the account's.
 */
async function askToReconnect(
  { pool }: WorkerContext,
  { key, account, tokens }: Pick<AccountSync, 'key' | 'account' | 'tokens'>,
  errorCode: string,
): Promise<boolean> {
  return await pool.transaction(async (transaction) => {
    const marked = await markReconnectNeeded(transaction, account.integrationId, {
      refreshToken: tokens.grant,
      errorCode,
    });
    if (!marked) return false;
    // Push channels ended with the grant.
    await deleteChannels(transaction, key);
    const emailId = await insertEmail(transaction, {
      mailKey: `reconnect-calendar:${account.integrationId}:${marked.markedAt.toISOString()}`,
      userId: key.userId,
      kind: 'reconnect-calendar',
      toAddress: marked.email,
      data: { provider: key.provider, ...addressee(marked) },
    });
    if (emailId !== null) await insertOutboxMessages(transaction, [{ workflow: 'send-email', emailId }]);
    return true;
  });
}
