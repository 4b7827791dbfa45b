import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { listWhitelist } from '#contract/admin-whitelist.ts';
import type { getSession, signOut } from '#contract/auth.ts';
import type { getMeetingResearch } from '#contract/research.ts';
import type { listPlans } from '#contract/subscriptions.ts';
import { deleteOwnAccount } from '#web/api/account.ts';
import { deleteWhitelistEntry } from '#web/api/admin.ts';
import { abandonCalls, call, callForMessage, callPage } from '#web/api/client.ts';
import { onLogout, storeUser } from '#web/api/logout-event.ts';
import { verificationQuery } from '#web/api/verification.ts';

const stored = new Map<string, string>();
const fetched = vi.fn<typeof fetch>();

beforeEach(() => {
  stored.clear();
  fetched.mockReset();
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const readSession = () => call<typeof getSession>({ method: 'get', path: '/auth/session' });

function answer(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), { status });
}

/** Stands in for fetch. It never responds and, like a browser's, rejects when aborted. */
function hang(_: unknown, init?: RequestInit): Promise<Response> {
  return new Promise((_resolve, reject) => {
    init?.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
  });
}

describe('the client', () => {
  test('shares one request between identical concurrent reads [7.1]', async () => {
    fetched.mockImplementation(async () => answer({ success: true, data: { user: null, session: null } }));
    const [first, second] = await Promise.all([readSession(), readSession()]);
    expect(first).toBe(second);
    expect(fetched).toHaveBeenCalledTimes(1);
    await readSession();
    expect(fetched).toHaveBeenCalledTimes(2);
  });

  test('returns a page with its pagination and rejects one without', async () => {
    const pagination = { totalPages: 2, total: 51 };
    fetched.mockResolvedValueOnce(answer({ success: true, data: [], pagination }));
    const readPage = () =>
      callPage<typeof listWhitelist>({ method: 'get', path: '/admin/whitelist', query: { page: 2, limit: 50 } });
    const page = await readPage();
    expect(page.data).toEqual([]);
    expect([page.pagination.totalPages, page.pagination.total]).toEqual([2, 51]);
    fetched.mockResolvedValueOnce(answer({ success: true, data: [] }));
    await expect(readPage()).rejects.toMatchObject({ message: 'Invalid API response format' });
  });

  test('accepts a response without data only where none is expected', async () => {
    fetched.mockImplementation(async () => answer({ success: true, message: 'done' }));
    await expect(callForMessage<typeof signOut>({ method: 'post', path: '/auth/sign-out' })).resolves.toBe('done');
    await expect(readSession()).rejects.toMatchObject({ message: 'Invalid API response format' });
    fetched.mockImplementation(async () => answer({ success: false, message: 'no' }));
    await expect(callForMessage<typeof signOut>({ method: 'post', path: '/auth/sign-out' })).rejects.toThrow('no');
  });

  test('returns the message of an action that has no data', async () => {
    fetched.mockImplementation(async () => answer({ success: true, message: 'done' }));
    await expect(deleteOwnAccount()).resolves.toBe('done');
    await expect(deleteWhitelistEntry('1')).resolves.toBe('done');
  });

  test('confirms an address even if the response has no data', async () => {
    fetched.mockImplementation(async () => answer({ success: true }));
    await expect(new QueryClient().fetchQuery(verificationQuery('token'))).resolves.toBeNull();
  });

  test('sends cookies and escapes path parameters [7.1]', async () => {
    fetched.mockResolvedValue(answer({ success: true, data: { results: [] } }));
    await call<typeof getMeetingResearch>({ method: 'get', path: '/research/meetings/:id', params: { id: 'a/b' } });
    expect(fetched).toHaveBeenCalledWith(
      '/api/research/meetings/a%2Fb',
      expect.objectContaining({ credentials: 'include', method: 'GET' }),
    );
  });

  test('times out a call after 30 s [8.4] [9.1]', async () => {
    vi.useFakeTimers();
    fetched.mockImplementation(hang);
    const outcome = readSession().catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(29_999);
    expect(fetched).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await outcome).toMatchObject({
      message: 'Request timeout after 30000ms',
      status: 408,
      code: 'REQUEST_TIMEOUT',
    });
  });

  test('reports a failed fetch as a network error [8.16]', async () => {
    fetched.mockRejectedValue(new TypeError('Failed to fetch'));
    await expect(readSession()).rejects.toMatchObject({ type: 'NETWORK' });
  });

  test('reports a connection lost mid-response as a network error [8.16]', async () => {
    const body = new ReadableStream({ pull: (controller) => controller.error(new TypeError('network error')) });
    fetched.mockResolvedValue(new Response(body));
    await expect(readSession()).rejects.toMatchObject({
      type: 'NETWORK',
      explanation: 'Network error. Please check your connection and try again.',
    });
  });

  test('clears the stored user and notifies the app once on a 401 [8.2]', async () => {
    const listener = vi.fn<() => void>();
    const off = onLogout(listener);
    storeUser('user-1');
    fetched.mockResolvedValue(answer({ success: false, message: 'no' }, 401));
    await expect(readSession()).rejects.toMatchObject({ type: 'AUTHENTICATION', code: 'UNAUTHORIZED' });
    expect(listener).toHaveBeenCalledTimes(1);
    expect(stored.has('auth_user')).toBe(false);
    off();
  });

  test('does not log the user out on a 401 from the public plans [8.2]', async () => {
    const listener = vi.fn<() => void>();
    const off = onLogout(listener);
    storeUser('user-1');
    fetched.mockResolvedValue(answer({ success: false, message: 'no' }, 401));
    const plans = call<typeof listPlans>({ method: 'get', path: '/subscriptions/plans' });
    await expect(plans).rejects.toMatchObject({ type: 'AUTHENTICATION', code: 'UNAUTHORIZED' });
    expect(listener).not.toHaveBeenCalled();
    expect(stored.get('auth_user')).toBe('user-1');
    off();
  });

  test('does not share abandoned calls with the next account', async () => {
    fetched.mockImplementationOnce(hang);
    const first = readSession().catch((error: unknown) => error);
    abandonCalls();
    fetched.mockResolvedValueOnce(answer({ success: true, data: { user: null, session: null } }));
    await expect(readSession()).resolves.toEqual({ user: null, session: null });
    expect(await first).toMatchObject({ code: 'ABORTED' });
  });
});
