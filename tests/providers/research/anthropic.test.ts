import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { RateLimitedError, RequestRejectedError, VendorUnavailableError } from '#providers/errors.ts';
import { createAnthropicModel } from '#providers/research/anthropic.ts';
import { type ModelBudget, ModelOutputError, type ModelUsage } from '#providers/research/provider.ts';
import { forThisFile } from '#tests/support/for-this-file.ts';
import { MODELS } from '#tests/support/research-models.ts';
import { startAnthropic } from '#tests/support/vendor-adapters.ts';
import { controlOf } from '#tests/support/vendor-control.ts';

const vendor = await forThisFile(startAnthropic());
beforeEach(() => control('reset'));

const control = (path: string, body?: unknown) => controlOf(vendor.url).post(path, body);

const sameInAllTurns = z.object({
  model: z.string(),
  system: z.unknown(),
  tools: z.unknown(),
  output_config: z.unknown(),
  thinking: z.unknown().optional(),
});
const settings = z.object({
  model: z.string(),
  thinking: z.object({ type: z.string() }).optional(),
  output_config: z.object({ effort: z.string().optional() }),
});
const journal = z.object({ requests: z.array(z.object({ path: z.string(), body: z.unknown() })) });

async function listRequests(): Promise<unknown[]> {
  const response = await fetch(`${vendor.url}/_control/journal`);
  const { requests } = journal.parse(await response.json());
  return requests.filter(({ path }) => path.startsWith('/v1/messages')).map((request) => request.body);
}
const countRequests = async () => (await listRequests()).length;

const model = (change: Partial<Parameters<typeof createAnthropicModel>[0]> = {}) =>
  createAnthropicModel({
    apiKey: 'sk-ant-sandbox',
    baseUrl: vendor.url,
    models: MODELS,
    ...change,
  });
const request = {
  instructions: 'Research the company.',
  prompt:
    'Fetch first: https://brightwater.test/\n<meeting_data>{"companies":[{"domain":"brightwater.test","homePage":"https://brightwater.test/"}],"guests":[]}</meeting_data>',
};
const signal = () => new AbortController().signal;
const schema = {
  type: 'object',
  properties: { summary: { type: 'string' } },
  required: ['summary'],
  additionalProperties: false,
};

describe('gathering', () => {
  test('returns pages, passages citing them, and usage', async () => {
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

  test('quotes fetched pages verbatim', async () => {
    const { pages, passages } = await model().gather(request, signal());
    const fetched = new Map(pages.filter(({ text }) => text !== '').map(({ url, text }) => [url, text]));
    const quotes = passages.flatMap(({ citations }) => citations).filter(({ url }) => fetched.has(url));
    expect(quotes.length).toBeGreaterThan(0);
    for (const { url, quote } of quotes) expect(fetched.get(url)).toContain(quote.replace(/…$/, '').trim());
  });

  test('continues a paused turn', async () => {
    await control('next', { behaviour: 'pause_turn', times: 2 });
    const { pages } = await model().gather(request, signal());
    expect(pages.length).toBeGreaterThan(0);
    expect(await countRequests()).toBe(3);
  });

  test('stops between turns once the budget is spent', async () => {
    await control('next', { behaviour: 'pause_turn', times: 5 });
    const spent: ModelUsage[] = [];
    const budget: ModelBudget = {
      check: () => {
        if (spent.length === 2) throw new ModelOutputError('cost_cap_reached');
      },
      spend: (usage) => {
        spent.push(usage);
      },
    };
    const stopped = model().gather({ ...request, budget }, signal());
    await expect(stopped).rejects.toMatchObject({ code: 'cost_cap_reached', isRetryable: false });
    expect(await countRequests()).toBe(2);
    for (const { inputTokens } of spent) expect(inputTokens).toBeGreaterThan(0);
  });

  test('keeps what it read if the turn has not ended after six requests', async () => {
    await control('next', { behaviour: 'pause_turn', times: 20 });
    const { pages, cutOff, usage } = await model().gather(request, signal());
    expect(cutOff).toMatchObject({ code: 'truncated' });
    expect(pages.length).toBeGreaterThan(0);
    expect(usage.inputTokens).toBeGreaterThan(0);
    expect(await countRequests()).toBe(6);
  });

  test('keeps paid results if a later turn fails or is truncated or refused', async () => {
    const cutOffs = [
      [{ behaviour: 'max_tokens' }, 'truncated'],
      [{ behaviour: 'refusal' }, 'refused'],
      [null, 'unavailable'],
    ] as const;
    for (const [behaviour, code] of cutOffs) {
      await control('reset');
      await control('next', { behaviour: 'pause_turn', times: 1 });
      if (behaviour) await control('next', behaviour);
      else {
        await control('faults', { method: 'POST', path: '/v1/messages', delayMs: 1 });
        await control('faults', { method: 'POST', path: '/v1/messages', status: 503 });
      }
      const { pages, cutOff, usage } = await model().gather(request, signal());
      expect(cutOff).toMatchObject({ code });
      expect(pages.length).toBeGreaterThan(0);
      expect(usage.usd).toBeGreaterThan(0);
    }
  });

  test('throws if the first turn is refused', async () => {
    await control('next', { behaviour: 'refusal', times: 1 });
    await expect(model().gather(request, signal())).rejects.toMatchObject({ code: 'refused' });
  });

  test('keeps instructions, tools and effort constant so that turns hit the cache', async () => {
    await control('next', { behaviour: 'pause_turn', times: 3 });
    const spent: ModelUsage[] = [];
    const budget = { check: () => {}, spend: (usage: ModelUsage) => spent.push(usage) };
    const instructions = `Research the company. ${'Use public information only. '.repeat(200)}`;
    await model().gather({ ...request, instructions, budget }, signal());
    const asked = (await listRequests()).map((one) => sameInAllTurns.parse(one));
    expect(asked).toHaveLength(4);
    for (const one of asked) expect(one).toEqual(asked[0]);
    expect(asked[0]?.output_config).toEqual({ effort: 'low' });
    const [first, ...later] = spent;
    expect(first?.cacheWriteTokens).toBeGreaterThan(0);
    expect(first?.cacheReadTokens).toBe(0);
    expect(later).toHaveLength(3);
    for (const usage of later) expect(usage.cacheReadTokens).toBeGreaterThan(0);
  });

  test.each([true, false])('fetches pages anew only for a recheck (isRecheck: %s)', async (isRecheck) => {
    await model().gather({ ...request, isRecheck }, signal());
    const [asked] = (await listRequests()).map((one) => sameInAllTurns.parse(one));
    expect(asked?.tools).toContainEqual(expect.objectContaining({ name: 'web_fetch', use_cache: !isRecheck }));
  });

  test('distinguishes a search without results from a failed search', async () => {
    const unknown = {
      ...request,
      prompt: '<meeting_data>{"companies":[{"domain":"corp0.example"}],"guests":[]}</meeting_data>',
    };
    expect(await model().gather(unknown, signal())).toMatchObject({ search: 'sound', cutOff: null });
    await control('next', { behaviour: 'search_error', times: 1 });
    expect(await model().gather(unknown, signal())).toMatchObject({ search: 'broken' });
  });
});

describe('a structured answer', () => {
  test('matches its schema', async () => {
    const { output, raw } = await model().answer({ step: 'write', ...request, schema }, signal());
    expect(z.object({ summary: z.string() }).parse(output)).toEqual(JSON.parse(raw));
  });

  test('uses the model and effort of its step', async () => {
    for (const step of ['write', 'judge'] as const) await model().answer({ ...request, step, schema }, signal());
    const asked = (await listRequests()).map((one) => settings.parse(one));
    expect(asked).toEqual([
      { model: MODELS.write, thinking: { type: 'between_tools' }, output_config: { effort: 'medium' } },
      { model: MODELS.judge, output_config: { effort: 'medium' } },
    ]);
  });

  test('omits settings that an older model rejects', async () => {
    await model({ models: { ...MODELS, write: 'claude-sonnet-4-5' } }).answer(
      { ...request, step: 'write', schema },
      signal(),
    );
    expect(settings.parse((await listRequests())[0])).toEqual({ model: 'claude-sonnet-4-5', output_config: {} });
  });
});

describe('an unusable answer', () => {
  test.each([
    ['refusal', 'refused', false],
    ['max_tokens', 'truncated', true],
  ])('with the stop reason %s throws the error %s', async (behaviour, code, isRetryable) => {
    await control('next', { behaviour, times: 1 });
    const error = await model()
      .answer({ step: 'write', ...request, schema }, signal())
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ModelOutputError);
    expect(error).toMatchObject({ code, isRetryable });
  });
});

describe('when a request fails', () => {
  const fault = (fault: Record<string, unknown>) =>
    control('faults', { method: 'POST', path: '/v1/messages', ...fault });

  test('a 429 carries the requested retry delay', async () => {
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

  test.each([500, 503, 529])('a %i is retryable, but is tried only once', async (status) => {
    await fault({ status });
    await expect(model().gather(request, signal())).rejects.toThrow(VendorUnavailableError);
    expect(await countRequests()).toBe(1);
  });

  test.each([503, 529])('a %i carries the requested retry delay', async (status) => {
    await fault({ status, headers: { 'retry-after': '7' } });
    await expect(model().gather(request, signal())).rejects.toMatchObject({ code: 'unavailable', retryAfterMs: 7_000 });
    await fault({ status });
    await expect(model().gather(request, signal())).rejects.toMatchObject({ code: 'unavailable', retryAfterMs: null });
  });

  test.each([
    [{ drop: true }, {}],
    [{ hang: true }, { timeoutMs: 1_000 }],
  ])('a failure like %o is retryable', async (how, settings) => {
    await fault(how);
    await expect(model(settings).gather(request, signal())).rejects.toThrow(VendorUnavailableError);
  });

  test('a response that does not begin in time is abandoned long before the overall timeout', async () => {
    await fault({ hang: true });
    const patient = model({ timeoutMs: 60_000, beginsWithinMs: 300 });
    await expect(patient.gather(request, signal())).rejects.toThrow(VendorUnavailableError);
    await control('reset');
    const slow = model({ timeoutMs: 60_000, beginsWithinMs: 60_000 });
    await fault({ delayMs: 1_000 });
    expect((await slow.gather(request, signal())).pages).not.toEqual([]);
  });

  test('an unreachable host is retryable', async () => {
    const away = model({ baseUrl: 'http://127.0.0.1:9' });
    await expect(away.gather(request, signal())).rejects.toThrow(VendorUnavailableError);
  });

  test('a rejected key or unknown model is not retryable', async () => {
    await expect(model({ apiKey: 'wrong' }).gather(request, signal())).rejects.toMatchObject({
      code: 'model_key_rejected',
    });
    await expect(model({ models: { ...MODELS, gather: 'claude-none' } }).gather(request, signal())).rejects.toThrow(
      RequestRejectedError,
    );
  });

  test('aborting a request rejects it with the given reason', async () => {
    await fault({ hang: true });
    const controller = new AbortController();
    const running = model().gather(request, controller.signal);
    setTimeout(() => controller.abort(new Error('called off')), 100);
    await expect(running).rejects.toThrow('called off');
  });
});
