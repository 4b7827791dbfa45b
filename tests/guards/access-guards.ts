import { type Guard, guardsOf } from './guard.ts';

const MATRIX = 'tests/security/access-matrix.test.ts';
const FOREIGN_IDS = 'tests/security/foreign-ids.test.ts';

/** Access control. */
export const accessGuards: Guard[] = [
  ...guardsOf(1, MATRIX, {
    'subscriber routes require a subscription': {
      file: 'api/route.ts',
      text: ', requireSubscription(context)];',
      without: '];',
      test: 'attack 1: (subscriber) enforces its access level for unpaid',
    },
    'an ended subscription grants no access': {
      file: 'domain/access.ts',
      text: 'facts.subscription && isValidStatus(facts.subscription.status)',
      without: 'facts.subscription',
      test: 'attack 1: (subscriber) enforces its access level for unpaid',
    },
    'a new route needs an access decision': {
      file: 'api/routes.ts',
      text: "router.use('/admin', requireAdmin(context));",
      without:
        "router.use('/admin', requireAdmin(context));\n  router.get('/undecided', (_request, response) => { response.json({}); });",
      test: 'attack 1: every route of the server is listed',
    },
    'session routes require a user': {
      file: 'api/middleware/require-user.ts',
      text: 'if (!(await loadSession(context, request))) throw unauthorized();\n    next();',
      without: 'await loadSession(context, request);\n    next();',
      test: 'attack 1: (session) enforces its access level for visitor',
    },
  }),
  ...guardsOf(1, FOREIGN_IDS, {
    'meetings belong to their owner': {
      file: 'db/queries/meetings.ts',
      text: 'select ${meetingJson} as meeting from meetings where id = ${meetingId} and user_id = ${userId}',
      without: 'select ${meetingJson} as meeting from meetings where id = ${meetingId} and ${userId}::uuid is not null',
      test: "attack 1: treats another user's record like an unknown one",
    },
    'research belongs to its owner': {
      file: 'db/queries/research-results.ts',
      text: 'from meetings where id = ${meetingId} and user_id = ${userId}',
      without: 'from meetings where id = ${meetingId} and ${userId}::uuid is not null',
      test: "attack 1: treats another user's record like an unknown one",
    },
    'calendars belong to their owner': {
      file: 'db/queries/calendars.ts',
      text: 'and i.user_id = ${userId} and c.id = ${calendarId}',
      without: 'and ${userId}::uuid is not null and c.id = ${calendarId}',
      test: "attack 1: treats another user's record like an unknown one",
    },
  }),
  ...guardsOf(2, MATRIX, {
    'users cannot enter /admin': {
      file: 'api/middleware/require-admin.ts',
      text: "if (access.role === 'user') throw forbidden('You do not have permission to perform this action.');",
      test: 'attack 2: ',
    },
    'unknown paths below /admin are closed too': {
      file: 'api/routes.ts',
      text: "router.use('/admin', requireAdmin(context));",
      test: 'attack 2: every path below /admin returns 401 for visitors and 403 for users',
    },
  }),
  ...guardsOf(3, 'tests/api/routes/auth/sign-in/email.test.ts', {
    'the admin form admits admins only': {
      file: 'api/routes/auth/sign-in/email.ts',
      text: "if (isAdminForm && user.role === 'user') {",
      without: 'if (false) {',
      test: 'attack 3: admits admins only [7.2]',
    },
    'the admin form requires a bot token': {
      file: 'api/routes/auth/sign-in/email.ts',
      text: "if (isAdminForm) await checkBotToken(context, request, ['admin']);",
      test: 'attack 3: requires a bot token [5.10]',
    },
  }),
  ...guardsOf(4, 'tests/security/mass-assignment.test.ts', {
    'a body may contain only known fields': {
      file: 'contract/users.ts',
      text: '.strictObject({\n      firstName: profileName,',
      without: '.object({\n      firstName: profileName,',
      test: 'attack 4: PUT /users/profile refuses role',
    },
  }),
  ...guardsOf(4, 'tests/api/routes/users/profile.test.ts', {
    'an address change waits for its link': {
      file: 'api/commands/update-profile.ts',
      text: "'change-requested', before);\n    return { user, isAddressPending: true };",
      without:
        "'change-requested', before);\n    await transaction.query((await import('#db/sql.ts')).sql.typeAlias('void')`update users set email = ${email} where id = ${userId}`);\n    return { user: { ...user, email }, isAddressPending: true };",
      test: 'attack 4: applies only after the link sent to the new address is followed',
    },
  }),
  ...guardsOf(32, 'tests/api/routes/admin/whitelist.test.ts', {
    'a whitelist entry expires to the second': {
      file: 'domain/access.ts',
      text: '(entry.expiresAt === null || entry.expiresAt > now)',
      without: 'entry.expiresAt !== undefined',
      test: 'attack 32: grants access only until the entry expires',
    },
    'addresses are compared as stored': {
      file: 'db/queries/access.ts',
      text: 'on whitelist_entries.email = users.email',
      without: 'on lower(whitelist_entries.email) = lower(users.email)',
      test: 'attack 32: never matches a Unicode look-alike',
    },
    'only ASCII case is folded': {
      file: 'domain/fold-case.ts',
      text: 'return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());',
      without: 'return text;',
      test: 'attack 32: grants access on the next request and stores the address in ASCII lowercase',
    },
  }),
  ...guardsOf(33, 'tests/security/audit.test.ts', {
    'a refused sign-in is logged': {
      file: 'api/routes/auth/sign-in/email.ts',
      text: "await audit(pool, request, { actorUserId: null, action: 'sign-in.refused', subject, details: { reason } });",
      test: 'attack 33: is logged for a wrong password',
    },
    'revoking access is logged': {
      file: 'api/routes/admin/whitelist/id.ts',
      text: 'await audit(transaction, request, {',
      without: 'void ({',
      test: 'attack 33: DELETE /admin/whitelist/:id is logged',
    },
    'granting access is logged': {
      file: 'api/commands/add-to-whitelist.ts',
      text: 'await audit(transaction, request, {',
      without: 'void ({',
      test: 'attack 33: POST /admin/whitelist is logged',
    },
    "an admin's sign-in is logged": {
      file: 'api/routes/auth/sign-in/email.ts',
      text: "isAdminForm ? 'sign-in.admin' : 'sign-in.password'",
      without: "'sign-in.password'",
      test: "attack 33: an admin's sign-in through the admin form is logged",
    },
    "attempts beyond the account's limit are logged": {
      file: 'api/routes/auth/sign-in/email.ts',
      text: "await recordRefusal(context, request, subject, 'too_many_tries');",
      test: "attack 33: is logged even beyond the account's rate limit",
    },
    'the product cannot change the audit log': {
      file: 'db/migrations/0001_accounts.sql',
      text: 'revoke update, delete on audit_log from foreword_app;',
      test: "attack 33: cannot be changed or emptied by the product's database role",
    },
  }),
];
