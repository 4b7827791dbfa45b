import { describe, expect, test } from 'vitest';
import { listBriefings, sendTestBriefing } from '#contract/briefings.ts';
import { suppressAddresses } from '#db/queries/mail-suppressions.ts';
import { getUsageCounts } from '#db/queries/usage.ts';
import { sql } from '#db/sql.ts';
import { openTestApi } from '#tests/support/api.ts';
import { listOutbox, seedUser, signIn } from '#tests/support/builders.ts';

const api = await openTestApi({ RATE_LIMIT_MAIL: '3/60' });

describe('a test briefing', () => {
  test('is queued for its user and does not count as usage', async () => {
    const { user, client } = await api.newUser();
    const { message } = await client.data(sendTestBriefing);
    expect(message).toBe(`A test briefing is on its way to ${user.email}.`);
    const mail = await api.pool.one(sql.typeAlias('id')`
      select id from emails where user_id = ${user.id} and kind = 'test-briefing' and to_address = ${user.email}
    `);
    expect(await listOutbox(api.pool)).toContainEqual({ workflow: 'send-email', emailId: mail.id });
    await api.pool.query(
      sql.typeAlias('void')`update emails set state = 'sent', sent_at = now() where id = ${mail.id}`,
    );
    expect((await client.data(listBriefings)).briefings).toEqual([]);
    const period = { userId: user.id, start: new Date(Date.now() - 60_000), end: new Date(Date.now() + 60_000) };
    expect(await getUsageCounts(api.pool, period)).toEqual({ research: 0, meetings: 0, emails: 0 });
  });

  test('is limited to three a minute per user', async () => {
    const [one, other] = await Promise.all([seedUser(api.pool), seedUser(api.pool)]);
    const [client, otherClient] = [await signIn(api.client(), one), await signIn(api.client(), other)];
    const statuses = [];
    for (let count = 0; count < 4; count += 1) statuses.push((await client.call(sendTestBriefing)).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    expect((await otherClient.call(sendTestBriefing)).status).toBe(200);
  });

  test('is refused with a reason while mail to the address is stopped', async () => {
    const { user, client } = await api.newUser();
    await client.data(sendTestBriefing);
    await api.pool.transaction((transaction) =>
      suppressAddresses(transaction, { reason: 'bounce', addresses: [user.email], reportedAt: new Date() }),
    );
    const { status, body } = await client.call(sendTestBriefing);
    expect([status, body.message]).toEqual([409, 'Email to your address is stopped. See your profile for the reason.']);
  });
});
