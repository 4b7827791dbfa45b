import type { Guard } from './guard.ts';

const MATRIX = 'tests/security/access-matrix.test.ts';
const FOREIGN_IDS = 'tests/security/foreign-ids.test.ts';
const foreignId = { file: FOREIGN_IDS, title: 'attack 1: answers for somebody else’s as for what nobody has' };

/** Who may do what. */
export const accessGuards: Guard[] = [
  {
    row: 1,
    what: 'a subscriber’s call asks for a subscription',
    file: 'api/routes/meetings/id.ts',
    text: 'getMeeting.path, requireSubscription(context), async',
    without: 'getMeeting.path, async',
    test: { file: MATRIX, title: 'attack 1: (subscriber) called by unpaid' },
  },
  {
    row: 1,
    what: 'a subscription that has ended gives no access',
    file: 'domain/access.ts',
    text: 'facts.subscription && isValidStatus(facts.subscription.status)',
    without: 'facts.subscription',
    test: { file: MATRIX, title: 'attack 1: (subscriber) called by unpaid' },
  },
  {
    row: 1,
    what: 'a call for signed-in users asks for a user',
    file: 'api/middleware/require-user.ts',
    text: 'if (!(await loadAccess(context, request))) throw unauthorized();\n    next();',
    without: 'await loadAccess(context, request);\n    next();',
    test: { file: 'tests/api/routes/auth/account.test.ts', title: 'visitors are 401' },
  },
  {
    row: 1,
    what: 'a new route needs a decision',
    file: 'api/routes.ts',
    text: "router.use('/admin', requireAdmin(context));",
    without:
      "router.use('/admin', requireAdmin(context));\n  router.get('/undecided', (_request, response) => { response.json({}); });",
    test: { file: MATRIX, title: 'attack 1: every route of the server has a decision' },
  },
  {
    row: 1,
    what: 'a meeting is its owner’s',
    file: 'db/queries/meetings.ts',
    text: 'select ${meetingJson} as meeting from meetings where id = ${meetingId} and user_id = ${userId}',
    without: 'select ${meetingJson} as meeting from meetings where id = ${meetingId} and ${userId}::uuid is not null',
    test: foreignId,
  },
  {
    row: 1,
    what: 'research is its owner’s',
    file: 'db/queries/research-results.ts',
    text: 'from meetings where id = ${meetingId} and user_id = ${userId}',
    without: 'from meetings where id = ${meetingId} and ${userId}::uuid is not null',
    test: foreignId,
  },
  {
    row: 2,
    what: 'users are kept out of /admin',
    file: 'api/middleware/require-admin.ts',
    text: "if (access.role === 'user') throw forbidden('You do not have permission to perform this action.');",
    without: '',
    test: { file: MATRIX, title: 'attack 2: ' },
  },
  {
    row: 3,
    what: 'the admin form lets admins in alone',
    file: 'api/routes/auth/sign-in/email.ts',
    text: "if (isAdminForm && user.role === 'user') {",
    without: 'if (false) {',
    test: { file: 'tests/api/routes/auth/sign-in/email.test.ts', title: 'attack 3: lets admins in and nobody else' },
  },
  {
    row: 3,
    what: 'the admin form asks for a bot token',
    file: 'api/routes/auth/sign-in/email.ts',
    text: "if (isAdminForm) await checkBotToken(context, request, ['admin']);",
    without: '',
    test: { file: 'tests/api/routes/auth/sign-in/email.test.ts', title: 'attack 3: needs a bot token' },
  },
  {
    row: 4,
    what: 'a body holds what is described and nothing else',
    file: 'api/contract/users.ts',
    text: '.strictObject({\n      firstName: profileName,',
    without: '.object({\n      firstName: profileName,',
    test: { file: 'tests/security/mass-assignment.test.ts', title: 'attack 4: PUT /users/profile takes no role' },
  },
  {
    row: 4,
    what: 'a change of address waits for its link',
    file: 'api/commands/update-profile.ts',
    text: 'return { user, isAddressPending: true };',
    without:
      "await transaction.query((await import('#db/sql.ts')).sql.typeAlias('void')`update users set email = ${email} where id = ${userId}`);\n    return { user: { ...user, email }, isAddressPending: true };",
    test: {
      file: 'tests/api/routes/users/profile.test.ts',
      title: 'attack 4: applies only after the link that went to the new address was followed',
    },
  },
  {
    row: 32,
    what: 'a whitelist entry expires to the second',
    file: 'domain/access.ts',
    text: '(entry.expiresAt === null || entry.expiresAt > now)',
    without: 'entry.expiresAt !== undefined',
    test: {
      file: 'tests/api/routes/admin/whitelist.test.ts',
      title: 'attack 32: an entry gives access until the second it expires',
    },
  },
  {
    row: 32,
    what: 'addresses are compared as they are stored',
    file: 'db/queries/access.ts',
    text: 'on whitelist_entries.email = users.email',
    without: 'on lower(whitelist_entries.email) = lower(users.email)',
    test: { file: 'tests/api/routes/admin/whitelist.test.ts', title: 'attack 32: a Unicode look-alike never matches' },
  },
  {
    row: 32,
    what: 'ASCII case is folded',
    file: 'api/contract/http.ts',
    text: 'return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());',
    without: 'return text;',
    test: {
      file: 'tests/api/routes/admin/whitelist.test.ts',
      title: 'attack 32: gives access on the next request; the address is stored with ASCII case folded',
    },
  },
  {
    row: 33,
    what: 'a refused sign-in is recorded',
    file: 'api/routes/auth/sign-in/email.ts',
    text: "await audit(pool, request, { actorUserId: null, action: 'sign-in.refused', subject, details: { reason } });",
    without: '',
    test: { file: 'tests/security/audit.test.ts', title: 'attack 33: is in the log when it was for a wrong password' },
  },
  {
    row: 33,
    what: 'the end of an access is recorded',
    file: 'api/routes/admin/whitelist/id.ts',
    text: 'await audit(transaction, request, {',
    without: 'void ({',
    test: { file: 'tests/security/audit.test.ts', title: 'attack 33: DELETE /admin/whitelist/:id is in the log' },
  },
  {
    row: 33,
    what: 'the product may not change the log',
    file: 'db/migrations/0001_accounts.sql',
    text: 'revoke update, delete on audit_log from foreword_app;',
    without: '',
    test: {
      file: 'tests/security/audit.test.ts',
      title: 'attack 33: cannot be changed or emptied by the role the product uses',
    },
  },
];
