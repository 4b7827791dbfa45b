import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { listWhitelist } from '#contract/admin-whitelist.ts';
import type { getSession, signOut } from '#contract/auth.ts';
import type { getMeetingResearch } from '#contract/research.ts';
import type { listPlans } from '#contract/subscriptions.ts';
import { deleteOwnAccount } from '#web/api/account.ts';
import { deleteWhitelistEntry } from '#web/api/admin.ts';
import { abandonCalls, call, callPage, tell } from '#web/api/client.ts';
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

/** A server that never answers and, like a browser, gives up when told to. */
function hang(_: unknown, init?: RequestInit): Promise<Response> {
  return new Promise((_resolve, reject) => {
    init?.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
  });
}

describe('the client', () => {
  test('two identical reads at the same time are one request, a later one is another [7.1]', async () => {
    fetched.mockImplementation(async () => answer({ success: true, data: { user: null, session: null } }));
    const [first, second] = await Promise.all([readSession(), readSession()]);
    expect(first).toBe(second);
    expect(fetched).toHaveBeenCalledTimes(1);
    await readSession();
    expect(fetched).toHaveBeenCalledTimes(2);
  });

  test('a page comes with the number of pages, and without it is refused', async () => {
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

  test('an answer without data is a success where none is asked for, and refused where it is', async () => {
    fetched.mockImplementation(async () => answer({ success: true, message: 'done' }));
    await expect(tell<typeof signOut>({ method: 'post', path: '/auth/sign-out' })).resolves.toBe('done');
    await expect(readSession()).rejects.toMatchObject({ message: 'Invalid API response format' });
    fetched.mockImplementation(async () => answer({ success: false, message: 'no' }));
    await expect(tell<typeof signOut>({ method: 'post', path: '/auth/sign-out' })).rejects.toThrow('no');
  });

  test('a deed that is done without saying what became of it is done', async () => {
    fetched.mockImplementation(async () => answer({ success: true, message: 'done' }));
    await expect(deleteOwnAccount()).resolves.toBe('done');
    await expect(deleteWhitelistEntry('1')).resolves.toBe('done');
    await expect(new QueryClient().fetchQuery(verificationQuery('token'))).resolves.toBe('done');
    fetched.mockImplementation(async () => answer({ success: true }));
    await expect(new QueryClient().fetchQuery(verificationQuery('token'))).resolves.toBe('');
  });

  test('cookies go along and path parameters are escaped [7.1]', async () => {
    fetched.mockResolvedValue(answer({ success: true, data: { results: [] } }));
    await call<typeof getMeetingResearch>({ method: 'get', path: '/research/meetings/:id', params: { id: 'a/b' } });
    expect(fetched).toHaveBeenCalledWith(
      '/api/research/meetings/a%2Fb',
      expect.objectContaining({ credentials: 'include', method: 'GET' }),
    );
  });

  test('a call without an answer for 30 s is given up and says so [8.4] [9.1]', async () => {
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

  test('a failed fetch is a network error [8.16]', async () => {
    fetched.mockRejectedValue(new TypeError('Failed to fetch'));
    await expect(readSession()).rejects.toMatchObject({ type: 'NETWORK' });
  });

  test('so is a line that breaks while the answer is on its way [8.16]', async () => {
    const body = new ReadableStream({ pull: (controller) => controller.error(new TypeError('network error')) });
    fetched.mockResolvedValue(new Response(body));
    await expect(readSession()).rejects.toMatchObject({
      type: 'NETWORK',
      explanation: 'Network error. Please check your connection and try again.',
    });
  });

  test('a 401 forgets the stored user and tells the app once [8.2]', async () => {
    const listener = vi.fn<() => void>();
    const off = onLogout(listener);
    storeUser('user-1');
    fetched.mockResolvedValue(answer({ success: false, message: 'no' }, 401));
    await expect(readSession()).rejects.toMatchObject({ type: 'AUTHENTICATION', code: 'UNAUTHORIZED' });
    expect(listener).toHaveBeenCalledTimes(1);
    expect(stored.has('auth_user')).toBe(false);
    off();
  });

  test('a 401 of the plans, which visitors ask for too, ends nothing [8.2]', async () => {
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

  test('calls given up when the session changes hands are not shared with the next account', async () => {
    fetched.mockImplementationOnce(hang);
    const first = readSession().catch((error: unknown) => error);
    abandonCalls();
    fetched.mockResolvedValueOnce(answer({ success: true, data: { user: null, session: null } }));
    await expect(readSession()).resolves.toEqual({ user: null, session: null });
    expect(await first).toMatchObject({ code: 'ABORTED' });
  });
});
