import { expect, test } from 'vitest';
import { readyMessage } from '#scripts/stack/ready-message.ts';
import { planLocalStack } from '#scripts/stack/settings.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

const folder = temporaryFolder();
const messageWith = (settings: Record<string, string>) =>
  readyMessage(planLocalStack({ STATE_DIR: folder(), ...settings }));

test('the demo accounts are listed', () => {
  const message = messageWith({});
  for (const name of ['dana@', 'admin@', 'sam@', 'mira@', '4242']) expect(message).toContain(name);
});

test('dana, who exists only in the sandboxed Google, is not listed with the real one', () => {
  const message = messageWith({ GOOGLE_CLIENT_ID: 'mine', GOOGLE_CLIENT_SECRET: 'mine' });
  expect(message).toContain('admin@');
  for (const name of ['dana@', 'sam@']) expect(message).not.toContain(name);
});

test("seeded accounts are not listed with the user's own database, which is never seeded", () => {
  const message = messageWith({ DATABASE_URL: 'postgres://app@db/x', DATABASE_OWNER_URL: 'postgres://owner@db/x' });
  expect(message).toContain('sam@');
  for (const name of ['dana@', 'admin@']) expect(message).not.toContain(name);
});
