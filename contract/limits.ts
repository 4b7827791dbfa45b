/** Business constants used in several places, most of them from specification section 9. */
export { FALLBACK_PLAN, MEETING_WINDOW_DAYS, VALID_SUBSCRIPTION_STATUSES } from '#domain/limits.ts';

export const REQUEST_TIMEOUT_MS = 30_000;
export const TRIAL_DAYS = 30;
/** Months to keep meetings, research and briefings: enough to compare a month with the same one a year earlier. */
export const RETENTION_MONTHS = 13;
/** Days the audit log keeps IP addresses. */
export const AUDIT_IP_DAYS = 90;
/** Days to keep the journal of changes a restore must not undo: as long as a backup can be kept. */
export const JOURNAL_DAYS = 400;
export const UPCOMING_MEETINGS_SHOWN = 5;
export const TOP_DOMAINS_SHOWN = 5;
export const QUOTA_WARNING_PERCENT = 80;
/** Hours that an emailed link to reset a password stays valid. */
export const RESET_LINK_HOURS = 1;
/** Hours that an emailed link to confirm an address, or to stop a change of it, stays valid. */
export const ADDRESS_LINK_HOURS = 24;
export const ACCESS_TOKEN_MAX_DAYS = 365;
/** Days that a shared briefing's link stays valid. */
export const SHARE_DAYS = 7;
/** After the briefing was sent, changing the goal still repeats the research until this long before the meeting. */
export const GOAL_REWRITE_MIN_MS = 10 * 60_000;
export const PASSWORD_MIN_LENGTH = 8;
/** Argon2 reads the whole password, so a limit keeps a request from causing an expensive hash. */
export const PASSWORD_MAX_LENGTH = 128;

export const WHITELIST_PAGE_SIZES = [25, 50, 100] as const;
export const WHITELIST_DEFAULT_PAGE_SIZE = 50;
export const WHITELIST_BULK_MAX = 100;

export const SESSION_RETRY = { maxRetries: 5, baseDelayMs: 500, maxDelayMs: 4000, initialDelayMs: 500 } as const;
export const POST_LOGIN_SYNC_DELAY_MS = 2000;
export const POPUP = { width: 600, height: 700, closedCheckMs: 1000 } as const;
