import type { Guard } from './guard.ts';

const SHARES = 'tests/api/routes/shares.test.ts';

const PUSH = 'tests/workflows/deliver-push.test.ts';
const SUBSCRIPTIONS = 'tests/api/routes/users/push-subscriptions.test.ts';

/** What somebody reads who was given the link to a briefing, and for how long. */
export const shareGuards: Guard[] = [
  {
    row: 59,
    what: 'a shared summary has no sentence that rests on what its owner told us',
    file: 'api/shared-report.ts',
    text: '.filter((sentence) => shareable.includes(sentence))',
    without: '.filter(() => shareable.length >= 0)',
    test: { file: SHARES, title: 'attack 59: holds no note' },
  },
  {
    row: 59,
    what: 'a report says which sentences rest on what the reader told us',
    file: 'workers/research/report.ts',
    text: 'shareable: quickTake.filter(isShareable).map(write),',
    without: 'shareable: quickTake.filter((one) => isShareable(one) || one.text).map(write),',
    test: { file: 'tests/workers/research/research-meeting.test.ts', title: 'attack 59: says which sentences' },
  },
  {
    row: 59,
    what: 'guests who objected are not shared before they are erased',
    file: 'db/told-research/tell-research.ts',
    text: 'report: withoutObjected(right, objections)',
    without: 'report: objections ? right : withoutObjected(right, objections)',
    test: { file: SHARES, title: 'attack 59: tells nothing of whoever objected' },
  },
  {
    row: 59,
    what: 'what was called wrong is not shared',
    file: 'db/told-research/tell-research.ts',
    text: 'const right = withoutWrongFacts(believed, wrongFacts.get(one.meetingId) ?? []);',
    without: 'const right = wrongFacts ? believed : withoutWrongFacts(believed, []);',
    test: { file: SHARES, title: 'attack 59: leaves out what its owner called wrong' },
  },
  {
    row: 59,
    what: 'shared pages are kept from search engines and other sites',
    file: 'api/security-headers.ts',
    text: 'if (SHARED_PATH.test(request.path)) {',
    without: 'if (SHARED_PATH.test(request.path) && request.path === "") {',
    test: { file: SHARES, title: 'attack 59: is kept from search engines' },
  },
  {
    row: 60,
    what: 'a link to a briefing ends on its day, with its account and its meeting',
    file: 'db/queries/briefing-shares.ts',
    text: "and s.expires_at > now() and u.disabled_at is null\n      and m.status = 'confirmed'",
    without: '',
    test: { file: SHARES, title: 'attack 60: ends ' },
  },
  {
    row: 60,
    what: 'links to briefings end with the ways in',
    file: 'db/queries/ways-in.ts',
    text: 'delete from briefing_shares\n    where user_id = ${userId} and',
    without: 'delete from briefing_shares\n    where user_id is null and',
    test: { file: SHARES, title: 'attack 60: password_reset ends every one' },
  },
  {
    row: 60,
    what: 'a restore revives no link to a briefing',
    file: 'db/queries/ways-in.ts',
    text: "await transaction.query(sql.typeAlias('void')`delete from briefing_shares`);",
    without: '',
    test: {
      file: 'tests/ops/commands/replay-journal.test.ts',
      title: 'attack 47: the link to a briefing that was ended shows nothing',
    },
  },
  {
    row: 61,
    what: 'what a device keeps ends with the session',
    file: 'web/src/api/logout-event.ts',
    text: 'forgetKept();\n  window.dispatchEvent',
    without: 'window.dispatchEvent',
    test: { file: 'tests/web/api/kept-for.test.ts', title: 'attack 61: is deleted on a sign-out, or a 401' },
  },
  {
    row: 61,
    what: 'what a device keeps is for one user',
    file: 'web/src/api/logout-event.ts',
    text: 'if (keptFor() !== userId) forgetKept();',
    without: '',
    test: { file: 'tests/web/api/kept-for.test.ts', title: 'attack 61: is deleted on another user' },
  },
  {
    row: 62,
    what: 'push messages go to the browsers’ own services alone',
    file: 'api/routes/users/push-subscriptions.ts',
    text: 'if (!isPushAddress(endpoint, context.config.messagesUrl))',
    without: 'if (!isPushAddress(endpoint, context.config.messagesUrl) && endpoint === "")',
    test: { file: SUBSCRIPTIONS, title: 'attack 62: goes to the browsers’ own services alone' },
  },
  {
    row: 62,
    what: 'a subscription ends with its session',
    file: 'db/migrations/0059_push.sql',
    text: 'session_id uuid not null references sessions on delete cascade',
    without: 'session_id uuid not null',
    test: { file: SUBSCRIPTIONS, title: 'attack 62: ends with its session' },
  },
  {
    row: 62,
    what: 'a push message that may have arrived is not sent again',
    file: 'workers/push/deliver-push.ts',
    text: "if (delivery.state === 'sending') {",
    without: "if (delivery.state === 'sending' && deliveryId === '') {",
    test: { file: PUSH, title: 'attack 62: that a killed worker was sending' },
  },
  {
    row: 62,
    what: 'a subscription that is gone is deleted',
    file: 'workers/push/deliver-push.ts',
    text: 'await deleteGoneSubscription(pool, to.subscriptionId);',
    without: 'void deleteGoneSubscription;',
    test: { file: PUSH, title: 'attack 62: that is answered 410' },
  },
];
