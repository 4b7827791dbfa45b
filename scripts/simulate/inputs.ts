/**
 * Where a value comes from: `measured` on this product (the note names the source), a `setting` of the product,
 * `documented` by a vendor, or `assumed`. Change what is assumed, and run the simulation again.
 */
export type Origin = 'measured' | 'setting' | 'documented' | 'assumed';
export type Input = { value: number; origin: Origin; note: string };

const measured = (value: number, note: string): Input => ({ value, origin: 'measured', note });
const setting = (value: number, note: string): Input => ({ value, origin: 'setting', note });
const documented = (value: number, note: string): Input => ({ value, origin: 'documented', note });
const assumed = (value: number, note: string): Input => ({ value, origin: 'assumed', note });

/** All inputs of the simulation, listed in docs/scale.md. */
export const inputs = {
  // People.
  externalMeetings: assumed(1.5, 'meetings with guests per user and working day'),
  internalMeetings: assumed(3, 'meetings without guests per user and working day, stored but not researched'),
  calendarChanges: assumed(6, 'calendar changes per user and working day, spread over the day'),
  googleShare: assumed(0.7, 'of users have a Google calendar, the others Outlook'),
  workingDays: assumed(21, 'per month'),
  onTheHour: assumed(0.7, 'of meetings start on the hour, the others on the half hour'),
  companiesPerUser: assumed(
    2.5,
    'companies that can be met, per user; how often each is met follows Zipf’s law, exponent 1',
  ),
  dossierDays: setting(7, 'days until a company is researched again'),
  digestShare: assumed(0.3, 'of users get the daily digest'),
  updateShare: assumed(0.1, 'of briefings get an update'),
  retryShare: assumed(0.01, 'of vendor calls are retried'),
  visits: assumed(6, 'visits to the app per user and working day'),

  // The product.
  pollSeconds: setting(900, 'between two polls of an account: SYNC_INTERVAL_S in workers/config.ts'),
  callsPerSync: measured(1, 'per sync with few or no changes; docs/performance.md'),
  actionsToPrepare: measured(5, 'of a meeting’s 8: start, signal, plan, research, timer; docs/performance.md'),
  actionsToBrief: measured(3, 'the others: claim, email, timer until the start'),
  actionsPerSync: measured(3, 'signal or timer, activity, timer; workflows/sync-calendar.ts'),
  actionsPerMail: measured(2, 'per email with its own workflow: start, activity'),
  rowsPerPoll: measured(1, 'row written by a poll that finds nothing; docs/performance.md'),
  rowsPerChange: measured(5, 'by a reported change; npm run bench -- mixed-load'),
  rowsToPrepare: measured(15, 'by a meeting with guests, beyond the change that brings it; the same'),
  rowsToBrief: measured(12, 'by a briefing; the same'),
  readsPerVisit: assumed(5, 'reads of the API: the dashboard, then the meetings'),
  historyBytesPerMeeting: measured(1_300, 'payloads in its history; docs/performance.md'),
  coldUsd: measured(0.027, 'a briefing about people nobody has met, pages of 24,000 characters; docs/research.md'),
  warmUsd: measured(0.0125, 'a briefing about known people; docs/research.md'),
  coldTokens: measured(26_900 + 4_800 + 6_620, 'the same, in and out'),
  warmTokens: measured(4_800 + 6_620, 'the same, in and out'),
  coldSearches: measured(1.1, 'the same'),
  mailsPerSecond: measured(
    17,
    'per worker process, beside Temporal, Postgres and the mail service on two cores; docs/performance.md',
  ),
  userBytes: measured(385, 'a row in users with its indexes; npm run bench -- database-size'),
  userIndexBytes: measured(102, 'the indexes alone'),
  meetingBytes: measured(582 + 2 * 193, 'a meeting with two attendees and their indexes; the same'),
  meetingIndexBytes: measured(267 + 2 * 84, 'the indexes alone'),
  meetingWal: measured(797 + 2 * 414, 'the same'),
  reportBytes: measured(3_438, 'a report by the stand-in with its indexes; the same'),
  reportIndexBytes: measured(137, 'the indexes alone'),
  reportWal: measured(3_733, 'the same'),
  mailBytes: measured(2_452, 'an email with its indexes; the same'),
  mailIndexBytes: measured(132, 'the indexes alone'),
  mailWal: measured(2_770, 'the same'),
  rowWal: measured(552, 'updating any other row; the same, for rows of users'),
  keptMonths: setting(13, 'retention of meetings and emails; contract/limits.ts'),

  // Vendors.
  googleCallsPerDay: documented(1_000_000, 'Calendar API, per project and day, before an increase'),
  googleCallsPerMinute: documented(10_000, 'Calendar API, per project and minute'),
  modelTokensPerMinute: documented(4_000_000, 'input tokens a minute for a small model on the highest standard tier'),
  mailsPerSecondLimit: documented(14, 'for a new SES account outside its sandbox; raised on request'),
  mailUsd: documented(0.0001, 'per email'),
  actionUsd: documented(0.00005, 'per Temporal Cloud action, before discounts'),
  gigabyteUsd: assumed(0.12, 'per GB of Postgres and month, with its replica'),
  engineActionsPerSecond: assumed(1_000, 'our own cluster with 512 shards on one Postgres with 8 cores'),
  researchDailyUsd: setting(100, 'the default of RESEARCH_DAILY_TOTAL_USD'),
} as const satisfies Record<string, Input>;
