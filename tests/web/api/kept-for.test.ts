import { beforeEach, describe, expect, test, vi } from 'vitest';
import { KEPT_FOR, keptFor } from '#web/api/kept-for.ts';
import { announceLogout, storeUser } from '#web/api/logout-event.ts';

/** The browser's clean-up steps, in order. */
let deeds: string[];

beforeEach(() => {
  deeds = [];
  const held = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => held.get(name) ?? null,
    setItem: (name: string, value: string) => held.set(name, value),
    removeItem: (name: string) => held.delete(name),
  });
  vi.stubGlobal('reportError', (error: unknown) => deeds.push(String(error)));
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('caches', { delete: async (name: string) => deeds.push(`delete ${name}`) });
  const registration = { unregister: async () => deeds.push('unregister') };
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => registration } });
});

const ENDED = ['delete foreword-offline', 'unregister'];

describe('offline data', () => {
  test.each([
    ['a sign-out or a 401', announceLogout],
    ['the end of the session', () => storeUser(null)],
    ['a change of user', () => storeUser('u2')],
  ])('attack 61: is deleted after %s', async (_, end) => {
    localStorage.setItem(KEPT_FOR, 'u1');
    end();
    await expect.poll(() => [deeds, keptFor()]).toEqual([ENDED, null]);
  });

  test('is kept for the same user, and clean-up does not run when nothing is kept', async () => {
    storeUser(null);
    announceLogout();
    localStorage.setItem(KEPT_FOR, 'u1');
    storeUser('u1');
    await Promise.resolve();
    expect([deeds, keptFor()]).toEqual([[], 'u1']);
  });
});
