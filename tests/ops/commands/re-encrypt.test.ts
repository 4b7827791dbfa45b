import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import * as z from 'zod';
import { createEncryption } from '#db/encryption.ts';
import { findObjections } from '#db/find-objections.ts';
import { channelOwner } from '#db/queries/channels.ts';
import { insertEmail } from '#db/queries/emails.ts';
import { hashAccount, insertJournalEntry, JOURNAL } from '#db/queries/journal-entries.ts';
import { insertOutgoingWebhook, webhookOwner } from '#db/queries/outgoing-webhooks.ts';
import { claimTokenRefresh, releaseTokenRefresh, updateAccountTokens } from '#db/queries/sync-accounts.ts';
import { totpOwner } from '#db/queries/totp-factors.ts';
import { sql } from '#db/sql.ts';
import { reencrypt } from '#ops/commands/re-encrypt.ts';
import { seedCalendar, seedChannel, seedObjection, seedUser } from '#tests/support/builders.ts';
import { openTestPool } from '#tests/support/test-pool.ts';

const newKey = (id: string) => `${id}:${randomBytes(32).toString('base64')}`;
const [oldKeys, addedKey] = [newKey('old'), newKey('new')];
const bothKeys = `${addedKey},${oldKeys}`;
const encryption = createEncryption(oldKeys);

let userId: string;
let integrationId: string;
let emailId: string | null;
let channelEnvelopeOwner: string;
const mailKey = 'reset-password:one';

const pool = await openTestPool();
beforeEach(async () => {
  await pool.query(sql.typeAlias('void')`delete from emails`);
  await pool.query(sql.typeAlias('void')`delete from outgoing_webhooks`);
  await pool.query(sql.typeAlias('void')`delete from channels`);
  ({ id: userId } = await seedUser(pool));
  ({ integrationId } = await seedCalendar(pool, { userId, encryption, refreshToken: 'the-grant' }));
  // The calendar uses the grant of the sign-in: one envelope in two rows.
  await pool.query(sql.typeAlias('void')`
    insert into identities (issuer, subject, provider, user_id, email, refresh_token, scopes)
    select 'https://accounts.google.com', ${userId}, 'google', user_id, 'x@harborline.test', refresh_token, '{}'
    from calendar_integrations where id = ${integrationId}
  `);
  await pool.query(sql.typeAlias('void')`
    insert into totp_factors (user_id, secret) values (${userId}, ${encryption.encrypt('the-secret', totpOwner(userId))})
  `);
  const webhookId = randomUUID();
  const webhook = { id: webhookId, userId, url: 'https://hooks.harborline.test', events: ['briefing.ready' as const] };
  const sealed = encryption.encrypt('the-signature', webhookOwner(webhookId));
  await pool.transaction((transaction) => insertOutgoingWebhook(transaction, { ...webhook, secret: sealed }));
  const channelId = await seedChannel(pool, { userId, encryption, address: CHANNEL });
  channelEnvelopeOwner = channelOwner(channelId);
  emailId = await pool.transaction((transaction) =>
    insertEmail(transaction, {
      mailKey,
      userId,
      kind: 'reset-password',
      toAddress: 'x@harborline.test',
      data: { name: 'Robin' },
      secret: encryption.encrypt('the-link', mailKey),
    }),
  );
});

const CHANNEL = 'https://hooks.slack.com/services/the-path';

const held = z.object({
  calendar: z.string(),
  identity: z.string(),
  secret: z.string(),
  totp: z.string(),
  webhook: z.string(),
  channel: z.string(),
  webhookId: z.uuid(),
});
const readHeld = () =>
  pool.one(sql.type(held)`
    select i.refresh_token as calendar, s.refresh_token as identity, e.secret, t.secret as totp, w.secret as webhook, w.id as "webhookId",
      (select address from channels where channels.user_id = i.user_id) as channel
    from calendar_integrations i join identities s on s.user_id = i.user_id
      join totp_factors t on t.user_id = i.user_id join outgoing_webhooks w on w.user_id = i.user_id, emails e
    where i.id = ${integrationId} and e.id = ${emailId}
  `);

test('attack 54: re-encrypts every secret with the newest key, so the old key can’t decrypt any', async () => {
  expect(await reencrypt(pool, bothKeys)).toEqual({
    grants: 1,
    secrets: 1,
    factors: 1,
    webhooks: 1,
    channels: 1,
    objections: 0,
    failures: [],
  });
  const { calendar, identity, secret, totp, webhook, webhookId, channel } = await readHeld();
  const newest = createEncryption(addedKey);
  expect(newest.decrypt(calendar, `${userId}:google`)).toBe('the-grant');
  expect(newest.decrypt(secret, mailKey)).toBe('the-link');
  expect(newest.decrypt(totp, totpOwner(userId))).toBe('the-secret');
  expect(newest.decrypt(webhook, webhookOwner(webhookId))).toBe('the-signature');
  expect(newest.decrypt(channel, channelEnvelopeOwner)).toBe(CHANNEL);
  expect(identity).toBe(calendar);
  for (const [envelope, owner] of [
    [calendar, `${userId}:google`],
    [secret, mailKey],
    [totp, totpOwner(userId)],
    [webhook, webhookOwner(webhookId)],
    [channel, channelEnvelopeOwner],
  ] as const)
    expect(() => encryption.decrypt(envelope, owner)).toThrow('encryption key new is not in ENCRYPTION_KEYS');
  expect(await reencrypt(pool, bothKeys)).toEqual({
    grants: 0,
    secrets: 0,
    factors: 0,
    webhooks: 0,
    channels: 0,
    objections: 0,
    failures: [],
  });
});

test('attack 56: rehashes objections with the newest key and unlinks dossiers from old hashes', async () => {
  const listed = { emails: ['ines@brightwater.test'], domains: [] };
  const id = await seedObjection(pool, encryption, { kind: 'address', listed: 'ines@brightwater.test' });
  await pool.query(sql.typeAlias('void')`
    insert into dossiers (key, about) values ('person:old', ${sql.array(encryption.hashes('x').slice(0, 1), 'text')})
  `);
  expect((await findObjections(pool, createEncryption(bothKeys), listed)).addresses.size).toBe(1);
  await expect(findObjections(pool, createEncryption(addedKey), listed)).rejects.toThrow('ENCRYPTION_KEYS');
  expect(await reencrypt(pool, bothKeys)).toMatchObject({ objections: 1 });
  const newest = createEncryption(addedKey);
  expect((await findObjections(pool, newest, listed)).addresses.size).toBe(1);
  const { envelope } = await pool.one(
    sql.type(z.object({ envelope: z.string() }))`select listed as envelope from objections`,
  );
  expect(newest.decrypt(envelope, `objection:${id}`)).toBe('ines@brightwater.test');
  expect(await pool.exists(sql.typeAlias('void')`select from dossiers where about is not null`)).toBe(false);
  await pool.query(sql.typeAlias('void')`delete from objections`);
});

test('attack 54: waits for token refreshes in progress and keeps their result', async () => {
  const { calendar: used } = await readHeld();
  const claim = await claimTokenRefresh(pool, integrationId, used);
  const running = reencrypt(pool, bothKeys);
  await sleep(300);
  const owner = `${userId}:google`;
  await updateAccountTokens(pool, integrationId, {
    accessToken: encryption.encrypt('access', owner),
    expiresAt: new Date(Date.now() + 3_600_000),
    refreshToken: encryption.encrypt('the-next-grant', owner),
    usedRefreshToken: used,
  });
  await releaseTokenRefresh(pool, integrationId, claim ?? '');
  await running;
  const { calendar } = await readHeld();
  expect(createEncryption(addedKey).decrypt(calendar, owner)).toBe('the-next-grant');
});

test('attack 54: a secret that no key decrypts is reported, and the rest is re-encrypted', async () => {
  const lost = createEncryption(newKey('lost')).encrypt('a', `${userId}:google`);
  const { webhookId } = await readHeld();
  await pool.query(
    sql.typeAlias('void')`update calendar_integrations set access_token = ${lost} where id = ${integrationId}`,
  );
  await pool.query(
    sql.typeAlias('void')`update outgoing_webhooks set secret = 'v1.old.broken' where id = ${webhookId}`,
  );
  const failures = [
    `outgoing_webhooks ${webhookId}: not an encrypted envelope`,
    `calendar_integrations or identities of user ${userId} at google: encryption key lost is not in ENCRYPTION_KEYS`,
  ];
  const counts = { grants: 1, secrets: 1, factors: 1, webhooks: 0, channels: 1, objections: 0 };
  await expect(reencrypt(pool, bothKeys)).resolves.toEqual({ ...counts, failures });
  await pool.query(sql.typeAlias('void')`update calendar_integrations set access_token = null`);
});

test('attack 54: waits until journal entries are written out, and reports any that are not', async () => {
  const address = encryption.encrypt('x@harborline.test', JOURNAL);
  await pool.transaction((transaction) =>
    insertJournalEntry(transaction, { kind: 'address-changed', account: hashAccount(userId), address }),
  );
  const { failures } = await reencrypt(pool, bothKeys, { patienceMs: 0 });
  expect(failures).toEqual([expect.stringMatching(/^journal_entries [\w-]{36}: not written to JOURNAL_DIR yet/)]);
  const running = reencrypt(pool, bothKeys);
  await sleep(300);
  await pool.query(sql.typeAlias('void')`update journal_entries set kept_at = now(), entry = '{}'`);
  expect((await running).failures).toEqual([]);
});

test('re-encryption reports a missing key for every row that needs it', async () => {
  const { failures } = await reencrypt(pool, addedKey);
  expect(failures).toHaveLength(5);
  for (const failure of failures) expect(failure).toContain('encryption key old is not in ENCRYPTION_KEYS');
});
