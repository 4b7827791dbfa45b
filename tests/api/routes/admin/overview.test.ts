import { describe, expect, test } from 'vitest';
import { getOverview } from '#contract/admin.ts';
import { addToWhitelist, removeFromWhitelist } from '#contract/admin-whitelist.ts';
import { signInEmail, signOut } from '#contract/auth.ts';
import { sql } from '#db/sql.ts';
import { openTestApi } from '#tests/support/api.ts';
import { seedUser, seedWhitelistEntry, signIn } from '#tests/support/builders.ts';

const api = await openTestApi();

describe('GET /admin/overview', () => {
  test('counts users, valid whitelist entries, active users and admins, and shows recent activity', async () => {
    const plain = { isWhitelisted: false };
    const admin = await seedUser(api.pool, { ...plain, role: 'admin' });
    await seedUser(api.pool, { ...plain, role: 'superadmin' });
    const disabled = await seedUser(api.pool, { ...plain, role: 'admin' });
    await api.pool.query(sql.typeAlias('void')`update users set disabled_at = now() where id = ${disabled.id}`);
    const visitor = await seedUser(api.pool, plain);
    const former = await seedUser(api.pool, plain);
    // Signing out does not undo activity.
    await (await signIn(api.client(), visitor)).data(signOut);
    await signIn(api.client(), former);
    await api.pool.query(sql.typeAlias('void')`
      update users set last_seen_at = now() - interval '31 days' where id = ${former.id}
    `);
    await seedWhitelistEntry(api.pool, { email: 'expired@brightwater.test', expiresAt: new Date(Date.now() - 1000) });
    await seedWhitelistEntry(api.pool, { email: 'inforce@brightwater.test', expiresAt: new Date(Date.now() + 60_000) });

    const client = await signIn(api.client(), admin);
    const { entry } = await client.data(addToWhitelist, { body: { email: 'new@brightwater.test' } });
    await api.client().call(signInEmail, { body: { email: visitor.email, password: 'wrong password' } });
    const before = await client.data(getOverview);
    expect(before).toMatchObject({ totalUsers: 4, whitelistedEmails: 2, activeUsers: 2, adminUsers: 2 });
    expect(before.recentActivity).toMatchObject([
      { action: 'sign-in.refused', actor: null, subjectEmail: visitor.email },
      {
        action: 'whitelist.added',
        actor: { name: 'Robin Vale', email: admin.email },
        subjectEmail: 'new@brightwater.test',
      },
      ...[admin, former, visitor].map(({ email }) => ({ action: 'sign-in.password', subjectEmail: email })),
    ]);

    await client.data(removeFromWhitelist, { params: { id: entry.id } });
    const after = await client.data(getOverview);
    expect(after.whitelistedEmails).toBe(1);
    // Removing the entry also removes its address from earlier activity.
    expect(after.recentActivity[0]).toMatchObject({ action: 'whitelist.removed', subjectEmail: null });
    expect(after.recentActivity[2]).toMatchObject({ action: 'whitelist.added', subjectEmail: null });
  });

  test('shows the latest twenty activities', async () => {
    const { client } = await api.newUser({ role: 'superadmin' });
    for (let index = 0; index < 25; index += 1) {
      await client.data(addToWhitelist, { body: { email: `many${index}@brightwater.test` } });
    }
    const { recentActivity } = await client.data(getOverview);
    expect(recentActivity).toHaveLength(20);
    expect(recentActivity[0]?.subjectEmail).toBe('many24@brightwater.test');
  });
});
