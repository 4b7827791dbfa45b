import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { RateLimitedError, RequestRejectedError, VendorUnavailableError } from '#providers/errors.ts';
import { createAnthropicModel } from '#providers/research/anthropic.ts';
import { type ModelBudget, ModelOutputError, type ModelUsage } from '#providers/research/provider.ts';
import { createAnthropic } from '#sandbox/anthropic/anthropic.ts';
import { type Started, startVendor } from '#sandbox/start-vendor.ts';
import type { Vendor } from '#sandbox/vendor.ts';
import { gatherRequest } from '#workers/research/prompts.ts';

let vendor: Started<Vendor>;
beforeAll(async () => {
  vendor = await startVendor((options) => createAnthropic({ ...options, latencyMs: [0, 0] }));
});
afterAll(() => vendor.close());
beforeEach(() => control('/reset', {}));

async function control(path: string, body: unknown): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${vendor.url}/_control${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(await response.text());
}

const body = z.object({
  tools: z.array(z.object({ name: z.string(), allowed_domains: z.array(z.string()).optional() })).default([]),
  messages: z.array(z.object({ role: z.string(), content: z.unknown() })),
});
const journal = z.object({ requests: z.array(z.object({ path: z.string(), body: z.unknown() })) });

async function listRequests(): Promise<unknown[]> {
  const response = await fetch(`${vendor.url}/_control/journal`);
  const { requests } = journal.parse(await response.json());
  return requests.filter(({ path }) => path.startsWith('/v1/messages')).map((request) => request.body);
}
const countRequests = async () => (await listRequests()).length;

const model = (change: { apiKey?: string; model?: string; baseUrl?: string } = {}) =>
  createAnthropicModel({
    apiKey: 'sk-ant-sandbox',
    baseUrl: vendor.url,
    model: 'claude-sonnet-5-5',
    timeoutMs: 1_000,
    ...change,
  });
const request = {
  instructions: 'Research the company.',
  prompt: 'Fetch first: https://brightwater.test/\n{"companies":[{"domain":"brightwater.test"}],"guests":[]}',
};
const signal = () => AbortSignal.timeout(10_000);
const schema = {
  type: 'object',
  properties: { summary: { type: 'string' } },
  required: ['summary'],
  additionalProperties: false,
};

describe('gathering', () => {
  test('brings pages, passages that cite them, and what it cost', async () => {
    const { pages, passages, usage } = await model().gather(request, signal());
    const home = pages.find(({ requestedUrl }) => requestedUrl?.includes('brightwater.test'));
    expect(home?.text).toContain('leaks');
    const cited = passages.flatMap(({ citations }) => citations);
    expect(cited.length).toBeGreaterThan(0);
    const urls = new Set(pages.map(({ url }) => url));
    for (const { url, quote } of cited) {
      expect(urls).toContain(url);
      expect(quote).not.toBe('');
    }
    expect(usage.inputTokens).toBeGreaterThan(0);
    expect(usage.searches).toBeGreaterThan(0);
  });

  describe('that is to read sites first', () => {
    const domains = ['brightwater.test', 'corp0.example'];
    const { instructions, prompt, readFirst } = gatherRequest({ companies: domains, guests: [], pages: [] });
    const reading = { instructions, prompt, readFirst };

    test('is offered no search before each was tried, the one that does not answer too', async () => {
      const { pages, passages, search } = await model().gather(reading, signal());
      const [first, second, ...others] = (await listRequests()).map((one) => body.parse(one));
      expect(others).toEqual([]);
      expect(first?.tools).toEqual([{ name: 'web_fetch', allowed_domains: domains }]);
      expect(second?.tools.map(({ name }) => name)).toEqual(['web_fetch', 'web_search']);
      const [asked, tried, now] = second?.messages ?? [];
      expect([asked?.role, tried?.role, now]).toEqual([
        'user',
        'assistant',
        { role: 'user', content: readFirst?.goOn },
      ]);
      const before = JSON.stringify(tried?.content);
      for (const domain of domains) expect(before).toContain(`"url":"https://${domain}"`);
      expect(before).toContain('web_fetch_tool_result');
      expect(before).not.toContain('web_search');
      // What was fetched then is a source all the same, and cited by its place in the whole conversation.
      const home = pages.find(({ requestedUrl }) => requestedUrl?.includes('brightwater.test'));
      expect(home?.text).toContain('leaks');
      const quotes = passages.flatMap(({ citations }) => citations).filter(({ url }) => url === home?.url);
      expect(quotes.length).toBeGreaterThan(0);
      for (const { quote } of quotes) expect(home?.text).toContain(quote);
      expect(search).toBe('sound');
    });

    test('goes on with a paused turn on both sides of the search', async () => {
      await control('/next', { behaviour: 'pause_turn', times: 1 });
      expect((await model().gather(reading, signal())).search).toBe('sound');
      expect(await countRequests()).toBe(3);
    });

    /** The sites that each request may fetch; of the one with the search none. */
    const listSites = async () =>
      (await listRequests()).map(
        (one) => body.parse(one).tools.find(({ name }) => name === 'web_fetch')?.allowed_domains,
      );
    const [first = '', second = ''] = domains;

    test('reads each of them alone where the vendor refuses to fetch them together, and only then searches', async () => {
      await control('/faults', { method: 'POST', path: '/v1/messages', status: 400, times: 1 });
      const { pages, search, usage } = await model().gather(reading, signal());
      expect(await listSites()).toEqual([domains, [first], [second], undefined]);
      const roles = body.parse((await listRequests()).at(-1)).messages.map(({ role }) => role);
      expect(roles).toEqual(['user', 'user', 'assistant', 'user', 'assistant', 'user']);
      expect([search, usage.searches > 0, pages.length > 0]).toEqual(['sound', true, true]);
    });

    test('takes the one that is refused alone as well for one that does not answer, and reads the other all the same', async () => {
      await control('/faults', { method: 'POST', path: '/v1/messages', status: 400, times: 2 });
      const others = { ...reading, readFirst: readFirst && { ...readFirst, sites: domains.toReversed() } };
      expect((await model().gather(others, signal())).search).toBe('sound');
      expect(await listSites()).toEqual([domains.toReversed(), [second], [first], undefined]);
      const before = JSON.stringify(body.parse((await listRequests()).at(-1)).messages);
      expect(before).toContain(`/${first}","retrieved_at"`);
    });

    test('reads what is left alone where the fetch is refused in the middle of a turn', async () => {
      await control('/next', { behaviour: 'pause_turn', times: 1 });
      await control('/faults', { method: 'POST', path: '/v1/messages', delayMs: 1 });
      await control('/faults', { method: 'POST', path: '/v1/messages', status: 400 });
      const { search } = await model().gather(reading, signal());
      expect(await listSites()).toEqual([domains, domains, [second], undefined]);
      const last = body.parse((await listRequests()).at(-1));
      expect([search, last.messages.map(({ role }) => role)]).toEqual(['sound', ['user', 'user', 'assistant', 'user']]);
    });

    test('keeps what it has read until then, also where nothing is fetched any more', async () => {
      await control('/next', { behaviour: 'pause_turn', times: 1 });
      await control('/next', { behaviour: 'fetch_error', errorCode: 'invalid_tool_input', times: 2 });
      await control('/faults', { method: 'POST', path: '/v1/messages', delayMs: 1 });
      await control('/faults', { method: 'POST', path: '/v1/messages', status: 400 });
      const { pages } = await model().gather(reading, signal());
      expect(pages.find(({ requestedUrl }) => requestedUrl?.includes(first))?.text).toContain('leaks');
    });

    test('fails where the vendor refuses all that is asked, and where it refuses the key', async () => {
      await control('/faults', { method: 'POST', path: '/v1/messages', status: 400, times: 4 });
      await expect(model().gather(reading, signal())).rejects.toMatchObject({ code: 'model_request_rejected' });
      expect(await countRequests()).toBe(4);
      await expect(model({ apiKey: 'wrong' }).gather(reading, signal())).rejects.toThrow(RequestRejectedError);
      expect(await countRequests()).toBe(5);
    });

    test('is offered none where it leaves one out, and that is no sound search', async () => {
      const other = { ...reading, readFirst: readFirst && { ...readFirst, sites: ['copperleaf.test'] } };
      const { search, usage } = await model().gather(other, signal());
      expect([search, usage.searches]).toEqual(['broken', 0]);
      const offered = (await listRequests()).flatMap((one) => body.parse(one).tools.map(({ name }) => name));
      expect(offered).toEqual(['web_fetch', 'web_fetch']);
    });
  });

  test('cites of a fetched page are what the page says', async () => {
    const { pages, passages } = await model().gather(request, signal());
    const fetched = new Map(pages.filter(({ text }) => text !== '').map(({ url, text }) => [url, text]));
    const quotes = passages.flatMap(({ citations }) => citations).filter(({ url }) => fetched.has(url));
    expect(quotes.length).toBeGreaterThan(0);
    for (const { url, quote } of quotes) expect(fetched.get(url)).toContain(quote.replace(/…$/, '').trim());
  });

  test('goes on with a paused turn', async () => {
    await control('/next', { behaviour: 'pause_turn', times: 2 });
    const { pages } = await model().gather(request, signal());
    expect(pages.length).toBeGreaterThan(0);
    expect(await countRequests()).toBe(3);
  });

  test('stops between two turns when its budget is spent', async () => {
    await control('/next', { behaviour: 'pause_turn', times: 5 });
    const spent: ModelUsage[] = [];
    const budget: ModelBudget = {
      check: () => {
        if (spent.length === 2) throw new ModelOutputError('cost_cap_reached');
      },
      spend: (usage) => spent.push(usage),
    };
    const stopped = model().gather({ ...request, budget }, signal());
    await expect(stopped).rejects.toMatchObject({ code: 'cost_cap_reached', isRetryable: false });
    expect(await countRequests()).toBe(2);
    for (const { inputTokens } of spent) expect(inputTokens).toBeGreaterThan(0);
  });

  test('gives up a turn that never ends', async () => {
    await control('/next', { behaviour: 'pause_turn', times: 20 });
    await expect(model().gather(request, signal())).rejects.toMatchObject({ code: 'truncated' });
    expect(await countRequests()).toBe(6);
  });

  test('survives a search that fails inside a good answer', async () => {
    await control('/next', { behaviour: 'search_error', times: 1 });
    const { passages, search } = await model().gather(request, signal());
    expect(Array.isArray(passages)).toBe(true);
    expect(search).toBe('broken');
  });

  test('tells a search that found nothing from one that did not work', async () => {
    const unknown = { ...request, prompt: '{"companies":[{"domain":"corp0.example"}],"guests":[]}' };
    expect(await model().gather(unknown, signal())).toMatchObject({ pages: [], search: 'sound' });
    await control('/next', { behaviour: 'search_error', times: 1 });
    expect(await model().gather(unknown, signal())).toMatchObject({ pages: [], search: 'broken' });
  });
});

describe('synthesising', () => {
  test('brings an answer under the schema', async () => {
    const { output, raw } = await model().synthesise({ ...request, schema }, signal());
    expect(z.object({ summary: z.string() }).parse(output)).toEqual(JSON.parse(raw));
  });
});

describe('an answer that is of no use', () => {
  test.each([
    ['refusal', 'refused', false],
    ['max_tokens', 'truncated', true],
  ])('%s is the error %s', async (behaviour, code, isRetryable) => {
    await control('/next', { behaviour, times: 1 });
    const error = await model()
      .synthesise({ ...request, schema }, signal())
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ModelOutputError);
    expect(error).toMatchObject({ code, isRetryable });
  });
});

describe('a vendor that does not answer', () => {
  const fault = (fault: Record<string, unknown>) =>
    control('/faults', { method: 'POST', path: '/v1/messages', ...fault });

  test('429 carries the time it asks for', async () => {
    await fault({ status: 429, headers: { 'retry-after': '7' } });
    await expect(model().gather(request, signal())).rejects.toMatchObject({
      code: 'rate_limited',
      retryAfterMs: 7_000,
    });
    const date = new Date(Date.now() + 60_000).toUTCString();
    await fault({ status: 429, headers: { 'retry-after': date } });
    const later = await model()
      .gather(request, signal())
      .catch((error: unknown) => error);
    expect(later).toBeInstanceOf(RateLimitedError);
    expect(z.object({ retryAfterMs: z.number() }).parse(later).retryAfterMs).toBeGreaterThan(30_000);
    await fault({ status: 429 });
    await expect(model().gather(request, signal())).rejects.toThrow(RateLimitedError);
  });

  test.each([500, 503, 529])('%i may be tried again, and was tried once', async (status) => {
    await fault({ status });
    await expect(model().gather(request, signal())).rejects.toThrow(VendorUnavailableError);
    expect(await countRequests()).toBe(1);
  });

  test.each([503, 529])('%i carries the time it asks for', async (status) => {
    await fault({ status, headers: { 'retry-after': '7' } });
    await expect(model().gather(request, signal())).rejects.toMatchObject({ code: 'unavailable', retryAfterMs: 7_000 });
    await fault({ status });
    await expect(model().gather(request, signal())).rejects.toMatchObject({ code: 'unavailable', retryAfterMs: null });
  });

  test.each([{ drop: true }, { hang: true }])('%o may be tried again', async (how) => {
    await fault(how);
    await expect(model().gather(request, signal())).rejects.toThrow(VendorUnavailableError);
  });

  test('out of reach may be tried again', async () => {
    const away = model({ baseUrl: 'http://127.0.0.1:9' });
    await expect(away.gather(request, signal())).rejects.toThrow(VendorUnavailableError);
  });

  test('a refused key and an unknown model are not tried again', async () => {
    await expect(model({ apiKey: 'wrong' }).gather(request, signal())).rejects.toMatchObject({
      code: 'model_key_rejected',
    });
    await expect(model({ model: 'claude-none' }).gather(request, signal())).rejects.toThrow(RequestRejectedError);
  });

  test('an abort ends the request with its own reason', async () => {
    await fault({ hang: true });
    const controller = new AbortController();
    const running = model().gather(request, controller.signal);
    setTimeout(() => controller.abort(new Error('called off')), 100);
    await expect(running).rejects.toThrow('called off');
  });
});
