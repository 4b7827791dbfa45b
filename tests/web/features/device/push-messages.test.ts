import { readFile } from 'node:fs/promises';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { renewPush, whyNoPush } from '#web/features/device/push-messages.ts';

const KEY = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4';
const OTHER_KEY = `BA${KEY.slice(2)}`;

/** The requests made to browser and server, in order. */
let deeds: string[];
let own: ReturnType<typeof subscriptionOf> | null;
let isSignedIn: boolean;
let isOffline: boolean;

const subscriptionOf = (name: string, key: string) => ({
  options: { applicationServerKey: new Uint8Array(Buffer.from(key, 'base64url')).buffer },
  toJSON: () => ({ endpoint: `https://push.test/${name}`, expirationTime: null, keys: { p256dh: name, auth: name } }),
  unsubscribe: async () => {
    deeds.push(`unsubscribe ${name}`);
    own = null;
    return true;
  },
});
const pushManager = {
  getSubscription: async () => own,
  subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
    if (isOffline) throw new Error('offline');
    deeds.push(`subscribe ${applicationServerKey}`);
    own = subscriptionOf('new', applicationServerKey);
    return own;
  },
};

async function answer(path: string, { method = 'GET', body = '' } = {}): Promise<Response> {
  if (!isSignedIn) return Response.json({ success: false }, { status: 401 });
  if (method === 'POST') deeds.push(`${path} ${body}`);
  return Response.json({ success: true, data: method === 'POST' ? {} : { key: KEY } });
}
const stored = (name: string) =>
  `/api/users/push-subscriptions ${JSON.stringify({ endpoint: `https://push.test/${name}`, keys: { p256dh: name, auth: name } })}`;

beforeEach(() => {
  deeds = [];
  own = null;
  isSignedIn = true;
  isOffline = false;
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  });
  vi.stubGlobal('Notification', { permission: 'granted' });
  vi.stubGlobal('window', Object.assign(new EventTarget(), { PushManager: {}, Notification: {} }));
  const registration = { pushManager };
  vi.stubGlobal('navigator', {
    serviceWorker: { getRegistration: async () => registration, ready: Promise.resolve(registration) },
  });
  vi.stubGlobal('fetch', answer);
});
afterAll(() => void vi.unstubAllGlobals());

test.each([
  ['null where push works', { standalone: false, serviceWorker: {} }, { PushManager: {}, Notification: {} }, null],
  ['a hint in a tab on iOS', { standalone: false, serviceWorker: {} }, {}, 'Add Foreword to your Home Screen first.'],
  ['a general reason in an app on an old iOS', { standalone: true }, {}, 'Notifications are not available here.'],
  ['a general reason in any other browser without push', {}, {}, 'Notifications are not available here.'],
])('whyNoPush returns %s', (_, navigator, window, obstacle) => {
  vi.stubGlobal('navigator', navigator);
  vi.stubGlobal('window', window);
  expect(whyNoPush(KEY)).toBe(obstacle);
  expect(whyNoPush(null)).toBe('Notifications are not available here.');
});

describe('a push subscription at app start', () => {
  test('is stored again, in case the server lost it', async () => {
    own = subscriptionOf('old', KEY);
    await renewPush(KEY);
    expect(deeds).toEqual([stored('old')]);
  });

  test('is replaced if it was made with an old key', async () => {
    own = subscriptionOf('old', OTHER_KEY);
    await renewPush(KEY);
    expect(deeds).toEqual(['unsubscribe old', `subscribe ${KEY}`, stored('new')]);
  });

  test('is replaced at the next start if replacing it failed', async () => {
    own = subscriptionOf('old', OTHER_KEY);
    isOffline = true;
    await expect(renewPush(KEY)).rejects.toThrow('offline');
    isOffline = false;
    await renewPush(KEY);
    await renewPush(KEY);
    expect(deeds).toEqual(['unsubscribe old', `subscribe ${KEY}`, stored('new'), stored('new')]);
  });

  test('is not created if there was none', async () => {
    await renewPush(KEY);
    expect(deeds).toEqual([]);
  });
});

describe('a push subscription that the push service ended', () => {
  /** Runs the service worker's own listener. */
  async function change(newSubscription: ReturnType<typeof subscriptionOf> | null) {
    const listeners = new Map<string, (event: unknown) => void>();
    const self = {
      registration: { pushManager },
      addEventListener: (name: string, listener: (event: unknown) => void) => listeners.set(name, listener),
    };
    runInNewContext(await readFile('web/public/sw.js', 'utf8'), { self, fetch: answer });
    const work: Promise<unknown>[] = [];
    listeners.get('pushsubscriptionchange')?.({
      newSubscription,
      waitUntil: (each: Promise<unknown>) => work.push(each),
    });
    await Promise.all(work);
  }

  test('is recreated and stored', async () => {
    await change(null);
    expect(deeds).toEqual([`subscribe ${KEY}`, stored('new')]);
  });

  test('is stored if the browser has replaced it', async () => {
    await change(subscriptionOf('replaced', KEY));
    expect(deeds).toEqual([stored('replaced')]);
  });

  test('is not recreated once the session has ended', async () => {
    isSignedIn = false;
    await change(null);
    expect(deeds).toEqual([]);
  });
});
