/**
 * The source of a value: `measured` on this product (the note names the source), a `setting` of the product,
 * `documented` by a vendor at `url`, or `assumed`. To test an assumption, change it and rerun the simulation.
 */
export const ORIGINS = ['assumed', 'measured', 'setting', 'documented'] as const;
type Origin = (typeof ORIGINS)[number];
/** Parts of a whole, each with its share; the shares add up to 1. */
export type Shares = readonly (readonly [part: number, share: number])[];
export type Input<Value extends number | Shares = number> = {
  value: Value;
  origin: Origin;
  note: string;
  url: string | null;
};

const measured = (value: number, note: string): Input => ({ value, origin: 'measured', note, url: null });
const setting = (value: number, note: string): Input => ({ value, origin: 'setting', note, url: null });
const documented = (value: number, note: string, url: string): Input => ({ value, origin: 'documented', note, url });
const assumed = <Value extends number | Shares>(value: Value, note: string): Input<Value> => ({
  value,
  origin: 'assumed',
  note,
  url: null,
});

const GOOGLE = 'https://developers.google.com/workspace/calendar/api/guides/quota';
const GRAPH = 'https://learn.microsoft.com/graph/throttling-limits';
const MODEL = 'https://platform.claude.com/docs/en/api/rate-limits';
const STRIPE = 'https://docs.stripe.com/rate-limits';
const TEMPORAL_LIMITS = 'https://docs.temporal.io/cloud/limits';
const TEMPORAL_PRICES = 'https://docs.temporal.io/cloud/pricing';
const SCALE_TIER = 'a minute on the Scale tier, listed for Sonnet 5 and Haiku 4.5, taken for the 5.5 models too';

/** All inputs of the simulation, listed in docs/scale.md. */
export const inputs = {
  // People.
  externalMeetings: assumed(1.5, 'meetings with guests per user and working day'),
  internalMeetings: assumed(3, 'meetings without guests per user and working day, stored but not researched'),
  calendarChanges: assumed(6, 'calendar changes per user and working day, spread over the day'),
  googleShare: assumed(0.7, 'of users have a Google calendar, the others Outlook'),
  calendarsPerUser: assumed(1, 'enabled per user; a sync makes a call for each'),
  workingDays: assumed(21, 'per month'),
  workingDaysPerWeek: assumed(5, 'days a week with external meetings'),
  zones: assumed(
    [
      [-8, 0.15],
      [-5, 0.3],
      [0, 0.15],
      [1, 0.2],
      [5.5, 0.1],
      [9, 0.1],
    ] satisfies Shares,
    'UTC offsets in hours, and the share of users there: the Americas, Europe, Asia',
  ),
  startHours: assumed(
    [
      [8, 0.05],
      [9, 0.13],
      [10, 0.15],
      [11, 0.14],
      [12, 0.06],
      [13, 0.09],
      [14, 0.13],
      [15, 0.12],
      [16, 0.09],
      [17, 0.04],
    ] satisfies Shares,
    'hours, and the share of meetings that start in each',
  ),
  onTheHour: assumed(0.7, 'of meetings start on the hour, the others on the half hour'),
  dayBeginsAt: assumed(8, 'o’clock: when changes in calendars, new meetings and visits to the app begin'),
  dayHours: assumed(10, 'hours, at the same rate in each minute'),
  companiesPerUser: assumed(
    2.5,
    'companies that can be met, per user; how often each is met follows Zipf’s law, exponent 1',
  ),
  leastCompanies: assumed(50, 'companies that can be met, however few the users'),
  digestShare: assumed(0.3, 'of users get the daily digest, here in addition to their briefings'),
  updateShare: assumed(0.1, 'of briefings get an update, without new research'),
  retryShare: assumed(0.01, 'of vendor calls are retried'),
  visits: assumed(6, 'visits to the app per user and working day'),
  readsPerVisit: assumed(5, 'reads of the API: the dashboard, then the meetings'),
  signUps: assumed(0.005, 'of users sign up per working day, each with one call to Turnstile'),
  payingShare: assumed(0.3, 'of users have a customer at Stripe'),

  // The product's rules.
  pollSeconds: setting(900, 'between two polls of an account: SYNC_INTERVAL_S in workers/config.ts'),
  pollSecondsWithPush: setting(86_400, 'the same with push: one poll a day finds what notifications missed'),
  leadMinutes: setting(120, 'before a meeting its briefing is due: db/migrations/0001_accounts.sql'),
  jitterMinutes: setting(2, 'a briefing is sent up to this much early: domain/briefing-schedule.ts'),
  digestAt: setting(7, 'o’clock in the user’s zone: domain/digest-schedule.ts'),
  digestMinutes: setting(15, 'a due digest is sent within this time: workers/schedules.ts'),
  dossierDays: setting(7, 'days until a company is researched again'),
  keptMonths: setting(13, 'retention of meetings and emails: contract/limits.ts'),
  researchDailyUsd: setting(100, 'the default of RESEARCH_DAILY_TOTAL_USD'),
  cachedWorkflows: setting(500, 'per worker process: workers/create-workers.ts'),
  researchSlots: setting(10, 'research runs at once per worker process: workers/create-workers.ts'),
  databaseConnections: setting(200, 'that Postgres accepts: the default of PG_MAX_CONNECTIONS in docker-compose.yml'),
  workerConnections: setting(10, 'at most, per worker process: db/pool.ts'),
  apiConnections: setting(21, 'at most, per API process, one of them to listen for messages: api/server.ts'),
  apiProcesses: assumed(2, 'so that one can be replaced'),
  engineConnections: setting(120, 'at most: 30 for each of Temporal’s four services; temporal-config/server.yaml'),
  workerMemoryLimitMb: setting(1_074, 'per worker process, 1 GiB: docker-compose.yml'),

  // The cost of the product's work.
  callsPerSync: measured(1, 'per calendar and sync with few or no changes; docs/performance.md'),
  actionsToPrepare: measured(5, 'of a meeting’s 8: start, signal, plan, research, timer; docs/performance.md'),
  actionsToBrief: measured(3, 'the others: claim, email, timer until the start'),
  actionsPerUpdate: measured(
    5,
    'signal, plan, claim, email, timer; tests/replay/histories/prepare-meeting-updated.json',
  ),
  actionsPerSync: measured(
    3.25,
    'signal or timer, activity, timer, and each fourth continues as new; workflows/sync-calendar.ts',
  ),
  actionsPerMail: measured(2, 'per email with its own workflow, such as a digest: start, activity'),
  rowsPerPoll: measured(1, 'row written by a poll that finds nothing; docs/performance.md'),
  tokenSeconds: assumed(3_600, 'for which an access token is valid; Microsoft’s are for up to half an hour more'),
  rowsPerRefresh: measured(3, 'by a refresh: claim, token, release; workers/calendar/access-token.ts'),
  rowsPerChange: measured(5, 'by a reported change; npm run bench -- mixed-load'),
  rowsToPrepare: measured(15, 'by a meeting with guests, beyond the change that brings it; the same'),
  rowsToBrief: measured(12, 'by a briefing; the same'),
  rowsPerUpdate: assumed(12, 'as for a briefing'),
  rowsPerDigest: assumed(12, 'as for a briefing; it has no meeting workflow but claims several meetings'),
  historyBytesPerMeeting: measured(5_100, 'a whole history; tests/replay/histories/prepare-meeting-ended.json'),
  historyBytesPerUpdate: measured(2_600, 'an update’s part of it; prepare-meeting-updated.json'),
  historyBytesPerSync: measured(1_400, 'a sync’s part of an account’s history; sync-calendar-waiting.json'),
  historyBytesPerRunStart: measured(
    1_100,
    'how a run that continues an account’s last begins; sync-calendar-short-run.json',
  ),
  historyBytesPerRunEnd: measured(390, 'how a run ends that is continued; sync-calendar-first-run.json'),
  syncsPerRun: setting(4, 'after which a run is continued by another; workflows/sync-calendar.ts'),
  historyBytesPerMail: measured(1_500, 'a whole history; send-email-sent.json'),
  openSyncs: assumed(2, 'in the open history of an account: half of the four after which it continues as new'),
  coldUsd: measured(0.027, 'a briefing about people nobody has met, pages of 24,000 characters; docs/research.md'),
  warmUsd: measured(0.0125, 'a briefing about known people; docs/research.md'),
  coldSearches: measured(1.1, 'a briefing about people nobody has met; docs/research.md'),
  gatherInputTokens: measured(22_600, 'not read from the cache; nobody known; small model; docs/research.md'),
  gatherOutputTokens: assumed(2_000, 'the same: what the step’s price leaves after input and searches'),
  judgeInputTokens: measured(3_600, 'not read from the cache; every briefing; small model; docs/research.md'),
  judgeOutputTokens: measured(820, 'the same'),
  writeInputTokens: measured(3_200, 'not read from the cache; every briefing; large model; docs/research.md'),
  writeOutputTokens: measured(500, 'the same'),
  requestsPerStep: assumed(1, 'to the model; a search that pauses or an answer that doesn’t fit takes another'),
  researchMinutesCold: assumed(2, 'a slot is taken; no vendor’s model has been timed'),
  researchMinutesWarm: assumed(0.75, 'the same about known people'),
  mailsPerSecond: measured(
    17,
    'per worker process, beside Temporal, Postgres and the mail service on two cores; docs/performance.md',
  ),
  syncsPerMinute: measured(1_200, 'per worker process: calendars connected a minute; docs/performance.md'),
  usersPerWorker: measured(10_000, 'served by one worker process, the most that was measured; docs/performance.md'),
  workerMemoryMb: measured(1_040, 'of a worker process with these users and a full cache; docs/performance.md'),
  stripeCallsPerCustomer: setting(2, 'a day: subscriptions and invoices; workers/billing/follow-customer.ts'),
  stripeCallSeconds: assumed(0.3, 'per call'),
  stripeAtOnce: setting(4, 'customers that the daily comparison reads at once: workers/activities/subscription.ts'),
  userBytes: measured(439, 'a row in users with its indexes; npm run bench -- database-size'),
  userIndexBytes: measured(156, 'the indexes alone'),
  meetingBytes: measured(605 + 2 * 193, 'a meeting with two attendees and their indexes; the same'),
  meetingIndexBytes: measured(289 + 2 * 84, 'the indexes alone'),
  meetingWal: measured(864 + 2 * 411, 'the same'),
  reportBytes: measured(3_438, 'a report by the stand-in with its indexes; the same'),
  reportIndexBytes: measured(137, 'the indexes alone'),
  reportWal: measured(3_725, 'the same'),
  mailBytes: measured(2_459, 'an email with its indexes; the same'),
  mailIndexBytes: measured(139, 'the indexes alone'),
  mailWal: measured(2_829, 'the same'),
  rowWal: measured(630, 'updating any other row; the same, for rows of users'),

  // Bars of docs/performance.md.
  calendarRequestsBar: setting(3, 'calendar requests per user and day with push, at most'),
  searchesBar: setting(1, 'paid searches per briefing, at most'),

  // Limits and prices.
  googleCallsPerDay: documented(
    1_000_000,
    'Calendar API, per project: beyond it, Google will charge, at prices not announced yet; it can’t be raised',
    GOOGLE,
  ),
  googleCallsPerMinute: documented(10_000, 'Calendar API, per project; raised on request', GOOGLE),
  graphCallsPerTenSeconds: documented(130_000, 'Graph, per app across all tenants', GRAPH),
  graphCallsPerMailbox: documented(10_000, 'Outlook, per app and mailbox in ten minutes', GRAPH),
  modelInputTokensPerMinute: documented(10_000_000, `per model, cached reads not counted, ${SCALE_TIER}`, MODEL),
  modelOutputTokensPerMinute: documented(2_000_000, 'per model, the same', MODEL),
  modelRequestsPerMinute: documented(10_000, 'per model, the same', MODEL),
  modelStartUsd: documented(500, 'a month, all models together, on the Start tier; then requests fail', MODEL),
  modelScaleUsd: documented(200_000, 'a month, the same on the Scale tier; the Custom tier has no such limit', MODEL),
  stripeCallsPerSecond: documented(25, 'per endpoint in live mode, of 100 for the account', STRIPE),
  mailsPerSecondLimit: assumed(
    14,
    'SES: depends on the account and is raised on request; new accounts are reported to get this',
  ),
  mailsPerDayLimit: assumed(50_000, 'SES: the same'),
  cloudActionsPerSecond: documented(
    500,
    'Temporal Cloud, per namespace; grows automatically with the last 7 days’ use',
    TEMPORAL_LIMITS,
  ),
  engineActionsPerSecond: assumed(1_000, 'our own cluster with 512 shards on one Postgres with 8 cores'),
  postgresGb: assumed(4_000, 'on one host: restored from its backup at 150 MB/s, it is down for 7.4 hours'),
  actionUsd: documented(0.00005, 'per Temporal Cloud action, before discounts', TEMPORAL_PRICES),
  openGbHourUsd: documented(0.042, 'per GB and hour of open histories at Temporal Cloud', TEMPORAL_PRICES),
  closedGbHourUsd: documented(0.00105, 'per GB and hour of closed ones, kept for a month', TEMPORAL_PRICES),
  mailUsd: documented(0.0001, 'per SES email without a plan', 'https://aws.amazon.com/ses/pricing/'),
  gigabyteUsd: assumed(0.12, 'per GB of Postgres and month, with its replica'),
} as const satisfies Record<string, Input<number | Shares>>;
