import { type Guard, guardsOf } from './guard.ts';

const SHARES = 'tests/api/routes/shares.test.ts';

const PUSH = 'tests/workflows/deliver-push.test.ts';
const SUBSCRIPTIONS = 'tests/api/routes/users/push-subscriptions.test.ts';

/** Share links, push subscriptions and stored data on a device. */
export const shareGuards: Guard[] = [
  ...guardsOf(59, SHARES, {
    "a shared summary omits sentences based on the owner's input": {
      file: 'api/shared-report.ts',
      text: '.filter((sentence) => shareable.includes(sentence))',
      without: '.filter(() => shareable.length >= 0)',
      test: "attack 59: omits the owner's notes and suggestions, and all addresses",
    },
    'a guest without a name is not shown by their address': {
      file: 'api/shared-report.ts',
      text: "`A guest from ${hostOfAddress(email) ?? 'elsewhere'}`",
      without: '`${hostOfAddress(email) && email}`',
      test: 'attack 59: identifies unnamed guests by domain',
    },
    'a name that is an address is not shared': {
      file: 'api/shared-report.ts',
      text: "name === null || name.includes('@')",
      without: 'name === null',
      test: 'attack 59: identifies unnamed guests by domain',
    },
    'statements that quote an address are not shared': {
      file: 'api/shared-report.ts',
      text: 'keepStatements(whole, holdsNoAddress)',
      without: 'keepStatements(whole, (text) => text !== "" || holdsNoAddress(text))',
      test: 'attack 59: identifies unnamed guests by domain',
    },
    'guests who objected are hidden before they are erased': {
      file: 'db/redacted-research/redact-research.ts',
      text: 'report: withoutObjected(right, objections)',
      without: 'report: objections ? right : withoutObjected(right, objections)',
      test: 'attack 59: omits facts about people and companies that objected',
    },
    'facts reported as wrong are not shared': {
      file: 'db/redacted-research/redact-research.ts',
      text: 'const right = withoutWrongFacts(believed, wrongFacts.get(one.meetingId) ?? []);',
      without: 'const right = wrongFacts ? believed : withoutWrongFacts(believed, []);',
      test: 'attack 59: omits facts the owner reported as wrong',
    },
    'shared pages are hidden from search engines and referrers': {
      file: 'api/security-headers.ts',
      text: 'if (SHARED_PATH.test(request.path)) {',
      without: 'if (SHARED_PATH.test(request.path) && request.path === "") {',
      test: 'attack 59: is never indexed, cached or sent as a referrer',
    },
  }),
  ...guardsOf(59, 'tests/workers/research/research-meeting.test.ts', {
    'a report marks the sentences it may share': {
      file: 'workers/research/report.ts',
      text: 'shareable: quickTake.filter(isShareable).map(write),',
      without: 'shareable: quickTake.filter((one) => isShareable(one) || one.text).map(write),',
      test: 'attack 59: marks a summary sentence as shareable only if it uses neither the profile',
    },
  }),
  ...guardsOf(60, SHARES, {
    'a share link ends when it expires, and with its account and meeting': {
      file: 'db/queries/briefing-shares.ts',
      text: "and s.expires_at > now() and u.disabled_at is null\n      and m.status = 'confirmed'",
      test: 'attack 60: ends ',
    },
    'share links end when access is revoked': {
      file: 'db/queries/ways-in.ts',
      text: "for (const table of ['access_tokens', 'briefing_shares']) {",
      without: "for (const table of ['access_tokens']) {",
      test: 'attack 60: ends on password_reset',
    },
  }),
  ...guardsOf(60, 'tests/ops/commands/replay-journal.test.ts', {
    'a restore does not revive share links': {
      file: 'db/queries/ways-in.ts',
      text: "await transaction.query(sql.typeAlias('void')`delete from briefing_shares`);",
      test: 'attack 47: keeps a revoked share link revoked',
    },
  }),
  ...guardsOf(61, 'tests/web/api/kept-for.test.ts', {
    'data on a device is deleted when the session ends': {
      file: 'web/src/api/logout-event.ts',
      text: 'forgetKept();\n  window.dispatchEvent',
      without: 'window.dispatchEvent',
      test: 'attack 61: is deleted after a sign-out or a 401',
    },
    'data on a device belongs to one user': {
      file: 'web/src/api/logout-event.ts',
      text: 'if (keptFor() !== userId) forgetKept();',
      test: 'attack 61: is deleted after a change of user',
    },
  }),
  ...guardsOf(62, SUBSCRIPTIONS, {
    "push messages go to browsers' services only": {
      file: 'api/routes/users/push-subscriptions.ts',
      text: 'if (!isPushAddress(endpoint, context.config.messagesUrl))',
      without: 'if (!isPushAddress(endpoint, context.config.messagesUrl) && endpoint === "")',
      test: 'attack 62: accepts only push services of browser vendors',
    },
    'a push subscription ends with its session': {
      file: 'db/migrations/0059_push.sql',
      text: 'session_id uuid not null references sessions on delete cascade',
      without: 'session_id uuid not null',
      test: 'attack 62: ends with its session',
    },
  }),
  ...guardsOf(62, PUSH, {
    'a push is not queued for a browser whose session has expired': {
      file: 'db/queries/push-deliveries.ts',
      text: 'where s.user_id = ${userId} and sessions.expires_at > now()',
      without: 'where s.user_id = ${userId}',
      test: 'attack 62: is not sent to a browser whose session has expired',
    },
    'a queued push is not sent to a browser whose session has expired': {
      file: 'db/queries/push-deliveries.ts',
      text: ' and sessions.expires_at > now() as "isWanted"',
      without: ' as "isWanted"',
      test: 'attack 62: is not sent to a browser whose session has expired',
    },
    'a push message that may have arrived is not sent again': {
      file: 'workers/activities/settle-delivery.ts',
      text: "if (state === 'sending') {",
      without: "if (state === 'sending' && id === '') {",
      test: 'attack 62: in flight when the worker died',
    },
    'an expired push subscription is deleted': {
      file: 'workers/activities/push.ts',
      text: 'await deleteGoneSubscription(pool, to.subscriptionId);',
      without: 'void deleteGoneSubscription;',
      test: 'attack 62: refused with 410 ends',
    },
  }),
];
