/** `measured`: read off this product (where, in the note). `documented`: what a vendor says of itself. `assumed`: neither; change it and run again. */
export type Origin = 'measured' | 'documented' | 'assumed';
export type Input = { value: number; origin: Origin; note: string };

const measured = (value: number, note: string): Input => ({ value, origin: 'measured', note });
const documented = (value: number, note: string): Input => ({ value, origin: 'documented', note });
const assumed = (value: number, note: string): Input => ({ value, origin: 'assumed', note });

/** The simulation's inputs, listed in docs/scale.md. */
export const inputs = {
  // People.
  externalMeetings: assumed(1.5, 'meetings with guests a user and working day'),
  calendarChanges: assumed(6, 'changes of a calendar a user and working day, all day long'),
  googleShare: assumed(0.7, 'of users have a Google calendar, the others an Outlook one'),
  workingDays: assumed(21, 'a month'),
  onTheHour: assumed(0.7, 'of meetings begin on the hour, the others on the half'),
  companiesPerUser: assumed(
    2.5,
    'that exist for a user to meet, among all of them; met by the law of Zipf, exponent 1',
  ),
  dossierDays: assumed(7, 'until a company is read again'),
  digestShare: assumed(0.3, 'of users take the daily digest'),
  updateShare: assumed(0.1, 'of briefings are followed by an update'),
  retryShare: assumed(0.01, 'of calls to vendors are made again'),

  // The product.
  pollSeconds: measured(900, 'between two polls of an account, SYNC_INTERVAL_S; workers/config.ts'),
  callsPerSync: measured(1, 'a sync in which nothing or little happened; docs/performance.md'),
  actionsPerMeeting: measured(8, 'from found to begun; docs/performance.md'),
  actionsPerSync: measured(3, 'signal or timer, activity, timer; workflows/sync-calendar.ts'),
  actionsPerMail: measured(2, 'of mails with a workflow of their own: start, activity'),
  historyBytesPerMeeting: measured(1_300, 'payloads of its history; docs/performance.md'),
  coldUsd: measured(0.028, 'a briefing whose people nobody has met, pages of 24,000 characters; docs/research.md'),
  warmUsd: measured(0.014, 'a briefing whose people are known; docs/research.md'),
  coldTokens: measured(31_000 + 4_600 + 1_160, 'the same, in and out'),
  warmTokens: measured(4_100 + 4_600 + 1_160, 'the same, in and out'),
  coldSearches: measured(1.1, 'the same'),
  mailsPerSecond: measured(
    17,
    'of one worker process beside engine, Postgres and mail service on two cores; docs/performance.md',
  ),
  userBytes: measured(389, 'a row of users with its indexes; npm run bench -- database-size'),
  userWal: measured(485, 'the same'),
  meetingBytes: measured(
    611 + 2 * 196,
    'a meeting with two attendees and their indexes; npm run bench -- database-size',
  ),
  meetingWal: measured(820 + 2 * 411, 'the same'),
  reportBytes: assumed(16_000, 'a report and its mail as rows, compressed, with indexes'),
  keptMonths: measured(13, 'retention of meetings and mails; docs/operations.md'),

  // Vendors.
  googleCallsPerDay: documented(1_000_000, 'Calendar API, a project and day, before an increase'),
  googleCallsPerMinute: documented(10_000, 'Calendar API, a project and minute'),
  modelTokensPerMinute: documented(4_000_000, 'input tokens a minute of a small model on the highest standing tier'),
  mailsPerSecondLimit: documented(14, 'of a fresh SES account out of its sandbox; raised on request'),
  mailUsd: documented(0.0001, 'a mail'),
  actionUsd: documented(0.00005, 'an action of Temporal Cloud, before its discounts'),
  gigabyteUsd: assumed(0.12, 'of Postgres a month, with its replica'),
  engineActionsPerSecond: assumed(1_000, 'of a cluster of our own with 512 shards on one Postgres of 8 cores'),
  researchDailyUsd: measured(100, 'RESEARCH_DAILY_TOTAL_USD as it is set out of the box'),
} as const satisfies Record<string, Input>;
