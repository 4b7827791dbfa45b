import { expect, test } from 'vitest';
import { listCalendarIntegrations, setCalendarSync, syncNow } from '#contract/calendar.ts';
import { sql } from '#db/sql.ts';
import { openTestApi } from '#tests/support/api.ts';
import { listOutbox, seedCalendar, seedUser, signIn } from '#tests/support/builders.ts';

const api = await openTestApi();

type Seeded = Omit<Parameters<typeof seedCalendar>[1], 'userId' | 'encryption'>;

async function seed(...accounts: Seeded[]) {
  const { id: userId, email } = await seedUser(api.pool);
  const client = await signIn(api.client(), { email });
  for (const account of accounts) await seedCalendar(api.pool, { userId, encryption: api.encryption, ...account });
  const signals = async () => (await listOutbox(api.pool, userId)).length;
  const syncing = async () =>
    (await client.data(listCalendarIntegrations)).integrations.map(({ isSyncing }) => isSyncing);
  const passMinute = async () =>
    await api.pool.query(sql.typeAlias('void')`
      update calendar_integrations set sync_asked_at = sync_asked_at - interval '1 minute' where user_id = ${userId}
    `);
  return { client, signals, syncing, passMinute };
}

test('a manual sync covers every connected account, even with auto-sync off, and shows each as syncing', async () => {
  const { client, signals, syncing } = await seed({ provider: 'google' }, { provider: 'microsoft' });
  await client.data(setCalendarSync, { body: { provider: 'microsoft', enabled: false } });
  const before = await signals();
  const answer = await client.call(syncNow);
  expect(answer.status).toBe(202);
  expect(answer.body).toMatchObject({ success: true, message: 'Syncing your calendars.' });
  expect(answer.body.data).toMatchObject({ providers: ['google', 'microsoft'] });
  expect((await signals()) - before).toBe(2);
  expect(await syncing()).toEqual([true, true]);
});

test('a manual sync is allowed once a minute, even concurrently; others get 429 with Retry-After', async () => {
  const { client, signals, passMinute } = await seed({});
  const answers = await Promise.all(Array.from({ length: 5 }, () => client.call(syncNow)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([202, 429, 429, 429, 429]);
  const refused = answers.find(({ status }) => status === 429);
  const waitS = Number(refused?.headers.get('Retry-After'));
  expect(waitS).toBeGreaterThan(50);
  expect(waitS).toBeLessThanOrEqual(61);
  expect(await signals()).toBe(1);

  await passMinute();
  expect((await client.call(syncNow)).status).toBe(202);
  expect(await signals()).toBe(2);
});

test('the per-minute limit does not block an account connected since the last sync', async () => {
  const { client } = await seed({ provider: 'google' }, { provider: 'microsoft', status: 'reconnect_needed' });
  expect((await client.data(syncNow)).providers).toEqual(['google']);
  await api.pool.query(sql.typeAlias('void')`
    update calendar_integrations set status = 'connected' where status = 'reconnect_needed'
  `);
  expect((await client.data(syncNow)).providers).toEqual(['microsoft']);
});

test('a manual sync without a connected account is refused and does not use up the limit', async () => {
  const { client, signals } = await seed({ status: 'reconnect_needed' });
  for (let tries = 0; tries < 2; tries += 1) {
    const answer = await client.call(syncNow);
    expect([answer.status, answer.body.message]).toEqual([409, 'No calendar is connected. Connect one to sync.']);
  }
  expect(await signals()).toBe(0);
});
