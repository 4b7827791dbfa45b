import type { Guard } from './guard.ts';

const TOKENS = 'tests/api/routes/users/tokens.test.ts';

/** What other tools of a user get at. */
export const toolGuards: Guard[] = [
  {
    row: 57,
    what: 'a token that only reads changes nothing',
    file: 'api/middleware/access-token.ts',
    text: "if (needed.includes('write') && !caller.scopes.includes('write')) throw insufficientScope();",
    without: '',
    test: { file: TOKENS, title: 'attack 57: that only reads changes nothing' },
  },
  {
    row: 57,
    what: 'a call that names no scope is closed to every token',
    file: 'api/middleware/access-token.ts',
    text: 'if (needed.includes(undefined)) throw forbidden(',
    without: 'if (needed.length === 0) throw forbidden(',
    test: { file: TOKENS, title: 'attack 57: opens no account' },
  },
  {
    row: 57,
    what: 'a token in an address is refused',
    file: 'api/middleware/access-token.ts',
    text: 'if (calls.some(({ scope }) => scope) && TOKEN.test(request.originalUrl)) {',
    without: 'if (calls.length > 9) {',
    test: { file: TOKENS, title: 'attack 57: in an address opens nothing' },
  },
  {
    row: 57,
    what: 'no cookie counts beside a token',
    file: 'api/middleware/access-token.ts',
    text: "if (!caller || !('scopes' in caller)) throw unauthorized(",
    without: "if (!caller || !('scopes' in caller)) return; if (!caller) throw unauthorized(",
    test: { file: TOKENS, title: 'attack 57: that is' },
  },
  {
    row: 57,
    what: 'tokens end on their day, and with their account',
    file: 'db/queries/access-tokens.ts',
    text: ' and access_tokens.expires_at > now() and users.disabled_at is null',
    without: '',
    test: { file: TOKENS, title: 'attack 57: ends on its day' },
  },
  {
    row: 57,
    what: 'tokens end with the ways in',
    file: 'db/queries/ways-in.ts',
    text: 'delete from access_tokens\n    where user_id = ${userId} and',
    without: 'delete from access_tokens\n    where user_id is null and',
    test: { file: TOKENS, title: 'attack 57: password_reset ends every token' },
  },
  {
    row: 57,
    what: 'a session alone makes no token',
    file: 'api/commands/create-access-token.ts',
    text: "await requireFactorOrOwner(context, request, access, { purpose: 'token', currentPassword });",
    without: 'void currentPassword;',
    test: { file: TOKENS, title: 'attack 57: takes the password once' },
  },
  {
    row: 57,
    what: 'the owner hears of a new token',
    file: 'api/commands/create-access-token.ts',
    text: 'await queueTokenCreatedMail(transaction, user, { id, name });',
    without: 'void user; void name;',
    test: { file: TOKENS, title: 'attack 57: is told to the owner by mail' },
  },
  {
    row: 57,
    what: 'an assistant whose token only reads asks for no research',
    file: 'api/mcp-server.ts',
    text: "if ('scopes' in caller && !caller.scopes.includes('write')) throw insufficientScope();",
    without: '',
    test: { file: 'tests/api/routes/mcp.test.ts', title: 'attack 57: asks for none with a token that reads' },
  },
  {
    row: 57,
    what: 'calls by token are counted as those of their user',
    file: 'api/middleware/rate-limit.ts',
    text: 'request.access === undefined ? request.session.userId : request.access?.userId;',
    without: 'request.session.userId ?? crypto.randomUUID();',
    test: { file: TOKENS, title: 'attack 57: guesses and calls are counted' },
  },
];
