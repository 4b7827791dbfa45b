import type { Guard } from './guard.ts';

const HANGING = 'tests/workflows/hanging-vendor.test.ts';
const DISPATCHER = 'tests/api/dispatcher.test.ts';
const POISON = 'tests/workflows/poison-rows.test.ts';
const AUDIT = 'tests/security/audit.test.ts';
const CADDYFILE = 'tests/ops/caddyfile.test.ts';

/** What operators rely on: the gateway, the pools, the queues. */
export const operatorGuards: Guard[] = [
  {
    row: 35,
    what: 'the Web UI never gets the login of the gateway',
    file: 'ops/Caddyfile',
    text: '		header_up -Authorization\n',
    without: '',
    test: { file: CADDYFILE, title: 'attack 35: keeps the login to itself' },
  },
  {
    row: 35,
    what: 'pages of other origins change nothing in the Web UI',
    file: 'ops/Caddyfile',
    text: '	respond @otherOrigin 403\n',
    without: '',
    test: { file: CADDYFILE, title: 'attack 35: refuses what changes something and names another origin' },
  },
  {
    row: 35,
    what: 'pages of other sites change nothing in the Web UI',
    file: 'ops/Caddyfile',
    text: '	respond @otherSite 403\n',
    without: '',
    test: { file: CADDYFILE, title: 'attack 35: refuses what changes something and comes from another site' },
  },
  {
    row: 43,
    what: 'no connection is held while a vendor is asked for tokens',
    file: 'workers/calendar/access-token.ts',
    text: 'const tokens = await provider.refresh(encryption.decrypt(used, owner), signal);',
    without: 'const tokens = await pool.transaction(() => provider.refresh(encryption.decrypt(used, owner), signal));',
    test: { file: HANGING, title: 'attack 43: while the token endpoint of Google hangs' },
  },
  {
    row: 43,
    what: 'one vendor’s calendars do not take the places of another’s',
    file: 'workflows/names.ts',
    text: "microsoft: QUEUES['sync-microsoft'] }",
    without: 'microsoft: QUEUES.sync }',
    test: { file: HANGING, title: 'attack 43: while the token endpoint of Google hangs' },
  },
  {
    row: 43,
    what: 'nobody waits for a connection without an end',
    file: 'db/pool.ts',
    text: 'isLate = true;',
    without: 'return;',
    test: { file: 'tests/db/pool.test.ts', title: 'attack 43: who waits too long for a connection' },
  },
  {
    row: 44,
    what: 'a message that this build does not know holds up no other',
    file: 'db/queries/outbox.ts',
    text: 'message: z.unknown().transform((message) => outboxMessage.safeParse(message).data ?? null),',
    without: 'message: outboxMessage.nullable(),',
    test: { file: DISPATCHER, title: 'attack 44: a message of a kind that this build does not know' },
  },
  {
    row: 44,
    what: 'operators see messages that this build does not know',
    file: 'api/dispatcher.ts',
    text: 'await deferOutboxRow(transaction, id, UNREADABLE);',
    without: "await deferOutboxRow(transaction, id, 'unknown');",
    test: { file: DISPATCHER, title: 'attack 44: a message of a kind that this build does not know' },
  },
  {
    row: 45,
    what: 'what fails by a row that cannot be read is counted for the alert',
    file: 'workers/metrics.ts',
    text: 'if (code === UNEXPECTED) unexpected.add(1, { activity });',
    without: '',
    test: { file: POISON, title: 'attack 45: a meeting whose research cannot be read' },
  },
  {
    row: 46,
    what: 'operators see a deletion that does not end',
    file: 'workflows/delete-account.ts',
    text: '      upsertSearchAttributes([{ key: searchAttributes.needsOperator, value: true }]);\n',
    without: '',
    test: {
      file: 'tests/workflows/delete-account.test.ts',
      title: 'attack 46: that the payment provider holds up',
    },
  },
  {
    row: 53,
    what: 'tokens in paths are not logged',
    file: 'api/request-log.ts',
    text: "part.length > LONGEST_ID ? '[long]' : part",
    without: 'part.length > LONGEST_ID ? part : part',
    test: { file: 'tests/security/secrets.test.ts', title: 'attack 53: the token of a link stands nowhere' },
  },
  {
    row: 53,
    what: 'rows and values of statements are not logged',
    file: 'telemetry/logger.ts',
    text: 'serializers: { err: toLoggedError },',
    without: 'serializers: { other: toLoggedError },',
    test: { file: 'tests/db/logged-errors.test.ts', title: 'attack 53: ' },
  },
  {
    row: 54,
    what: 'links of mails are encrypted anew as well',
    file: 'ops/commands/re-encrypt.ts',
    text: 'if (await replaceSecret(pool, id, { from: secret, to: envelope })) done.secrets += 1;',
    without: 'return { ...done, secrets: envelope.length };',
    test: { file: 'tests/ops/commands/re-encrypt.test.ts', title: 'attack 54: everything that is held' },
  },
  {
    row: 54,
    what: 'tokens that are being refreshed are waited for',
    file: 'db/queries/envelopes.ts',
    text: 'if (claimed.includes(true)) return [];',
    without: '',
    test: { file: 'tests/ops/commands/re-encrypt.test.ts', title: 'attack 54: tokens that are being refreshed' },
  },
  {
    row: 55,
    what: 'reports of payments in test mode change nothing in production',
    file: 'providers/payments/stripe.ts',
    text: 'return event?.isLive === isLive ? event : null;',
    without: 'return event && (isLive || !isLive) ? event : null;',
    test: { file: 'tests/security/payment-webhooks.test.ts', title: 'attack 55: an event of the other mode' },
  },
  {
    row: 55,
    what: 'each sign-in is recorded',
    file: 'api/routes/auth/sign-in/email.ts',
    text: 'await audit(context.pool, request, { actorUserId: user.id, action, subject });',
    without: 'void action;',
    test: { file: AUDIT, title: 'attack 55: a sign-in with a password is in the log' },
  },
  {
    row: 55,
    what: 'addresses in the log are hashed under a secret',
    file: 'api/audit.ts',
    text: "import { createHmac } from 'node:crypto';",
    without:
      "import { createHash } from 'node:crypto';\nconst createHmac = (_: string, __: string) => ({ update: (text: string) => createHash('sha256').update(text.replace('audit-log:', '')) });",
    test: { file: AUDIT, title: 'attack 55: an address without an account cannot be found out' },
  },
  {
    row: 55,
    what: 'the log forgets addresses of machines',
    file: 'workers/activities/upkeep.ts',
    text: 'rows += await forgetAuditAddresses(pool, AUDIT_IP_DAYS);',
    without: '',
    test: { file: 'tests/workflows/upkeep.test.ts', title: 'what has run out is deleted once it serves nothing' },
  },
];
