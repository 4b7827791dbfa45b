import type Anthropic from '@anthropic-ai/sdk';
import { APIError, InternalServerError, RateLimitError } from '@anthropic-ai/sdk';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createMemoryStore } from '#sandbox/control/store.ts';
import {
  citedSentences,
  model,
  type StartedAnthropic,
  startAnthropic,
  webFetch,
  webSearch,
  webTools,
  wholeText,
} from './anthropic-client.ts';

let anthropic: StartedAnthropic;
beforeAll(async () => {
  anthropic = await startAnthropic();
});
beforeEach(() => anthropic.control('reset', {}));
afterAll(() => anthropic.close());

const hello = {
  model,
  max_tokens: 100,
  messages: [{ role: 'user', content: 'Hello' }],
} satisfies Anthropic.MessageCreateParamsNonStreaming;
const schema = {
  type: 'object',
  properties: { summary: { type: 'string' } },
  required: ['summary'],
  additionalProperties: false,
};

describe('a response', () => {
  test('is a message with usage, request id and rate-limit headers', async () => {
    const { data, response, request_id } = await anthropic.client.messages.create(hello).withResponse();
    expect(data).toMatchObject({ type: 'message', role: 'assistant', model, stop_reason: 'end_turn' });
    expect(data.id).toMatch(/^msg_01/);
    expect(data.usage.input_tokens).toBeGreaterThan(0);
    expect(request_id).toMatch(/^req_011C/);
    expect(Number(response.headers.get('anthropic-ratelimit-requests-remaining'))).toBeGreaterThan(0);
  });

  test('is truncated at max_tokens', async () => {
    const whole = await anthropic.research('brightwater.test');
    const cut = await anthropic.research('brightwater.test', { max_tokens: 60 });
    expect(cut.stop_reason).toBe('max_tokens');
    expect(cut.usage.output_tokens).toBeLessThanOrEqual(60);
    expect(wholeText(whole).startsWith(wholeText(cut))).toBe(true);
  });

  test('ends before a stop sequence', async () => {
    const message = await anthropic.research('brightwater.test', { stop_sequences: ['Brightwater signed'] });
    expect(message).toMatchObject({ stop_reason: 'stop_sequence', stop_sequence: 'Brightwater signed' });
    expect(wholeText(message)).not.toContain('Brightwater signed');
  });

  test('has the same content when streamed', async () => {
    const created = await anthropic.research('leonie.hartmann@brightwater.test');
    const events: string[] = [];
    const stream = anthropic.client.messages.stream({
      model,
      max_tokens: 4_000,
      tools: webTools,
      messages: [{ role: 'user', content: 'leonie.hartmann@brightwater.test' }],
    });
    stream.on('streamEvent', ({ type }) => events.push(type));
    const streamed = await stream.finalMessage();
    expect(citedSentences(streamed)).toEqual(citedSentences(created));
    expect(streamed.content.map(({ type }) => type)).toEqual(created.content.map(({ type }) => type));
    expect(streamed.content[1]).toMatchObject({ type: 'server_tool_use', input: { url: 'https://brightwater.test' } });
    expect(streamed.usage).toMatchObject({
      output_tokens: created.usage.output_tokens,
      server_tool_use: created.usage.server_tool_use,
    });
    expect([events[0], events.at(-2), events.at(-1)]).toEqual(['message_start', 'message_delta', 'message_stop']);
  });

  test('calls a forced tool with valid input', async () => {
    const message = await anthropic.client.messages.create({
      ...hello,
      tools: [
        {
          name: 'report',
          input_schema: { type: 'object', properties: { summary: { type: 'string' } }, required: ['summary'] },
        },
      ],
      tool_choice: { type: 'tool', name: 'report' },
    });
    expect(message.stop_reason).toBe('tool_use');
    expect(message.content).toEqual([
      {
        type: 'tool_use',
        id: expect.stringMatching(/^toolu_01/),
        name: 'report',
        input: { summary: expect.any(String) },
        caller: { type: 'direct' },
      },
    ]);
  });
});

describe('prompt caching', () => {
  const long = 'Harborline schedules freight for shippers and carriers. '.repeat(120);
  const system = [
    { type: 'text', text: long, cache_control: { type: 'ephemeral' } },
  ] satisfies Anthropic.TextBlockParam[];

  test('writes a marked prefix once and reads it next time', async () => {
    const ask = async (content: string) =>
      (await anthropic.client.messages.create({ ...hello, system, messages: [{ role: 'user', content }] })).usage;
    const first = await ask('Hello');
    const second = await ask('Hello again');
    expect(first.cache_read_input_tokens).toBe(0);
    expect(first.cache_creation_input_tokens).toBeGreaterThan(1_024);
    expect(first.cache_creation).toEqual({
      ephemeral_5m_input_tokens: first.cache_creation_input_tokens,
      ephemeral_1h_input_tokens: 0,
    });
    expect(second.cache_read_input_tokens).toBe(first.cache_creation_input_tokens);
    expect(second.cache_creation_input_tokens).toBe(0);
    expect(second.input_tokens).toBeLessThan(200);
  });

  test('caches the conversation, including tool results, for the next turn of the same model', async () => {
    const content = JSON.stringify({ companies: [{ domain: 'brightwater.test' }] });
    const marked = [{ ...system[0], type: 'text' as const, text: 'Look up the companies.' }];
    const first = await anthropic.research('', {
      model: 'claude-haiku-5-5',
      system: marked,
      messages: [{ role: 'user', content }],
    });
    expect(first.usage.cache_creation_input_tokens).toBeGreaterThan(8_000);
    expect(first.usage.input_tokens).toBe(0);
    const last = first.content.findLastIndex(({ type }) => type.endsWith('_tool_result'));
    const answered = first.content.map((block, at) =>
      at === last ? { ...block, cache_control: { type: 'ephemeral' as const } } : block,
    );
    const messages: Anthropic.MessageParam[] = [
      { role: 'user', content },
      { role: 'assistant', content: answered },
      { role: 'user', content: 'Weiter.' },
    ];
    const second = await anthropic.research('', { model: 'claude-haiku-5-5', system: marked, messages });
    expect(second.usage.cache_read_input_tokens).toBe(first.usage.cache_creation_input_tokens);
    const other = await anthropic.research('', { model: 'claude-sonnet-5-5', system: marked, messages });
    expect(other.usage.cache_read_input_tokens).toBe(0);
  });

  test('finds an earlier breakpoint one block back, but not 21 back', async () => {
    const turn = (text: string, mark: boolean): Anthropic.TextBlockParam => ({
      type: 'text',
      text,
      ...(mark && { cache_control: { type: 'ephemeral' } }),
    });
    const ask = async (content: Anthropic.TextBlockParam[]) =>
      (await anthropic.client.messages.create({ ...hello, messages: [{ role: 'user', content }] })).usage;
    const first = await ask([turn(long, true)]);
    const near = await ask([turn(long, false), turn('More.', true)]);
    expect(near.cache_read_input_tokens).toBe(first.cache_creation_input_tokens);
    expect(near.cache_creation_input_tokens).toBeGreaterThan(0);
    const far = await ask([
      turn(long, false),
      ...Array.from({ length: 20 }, () => turn('And.', false)),
      turn('More.', true),
    ]);
    expect(far.cache_read_input_tokens).toBe(0);
  });

  test('does not cache a prefix that is too short', async () => {
    const short = [
      { type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } },
    ] satisfies Anthropic.TextBlockParam[];
    const { usage } = await anthropic.client.messages.create({ ...hello, system: short });
    expect(usage).toMatchObject({ cache_read_input_tokens: 0, cache_creation_input_tokens: 0 });
  });

  test('rejects more than four breakpoints', async () => {
    const content = Array.from({ length: 5 }, () => ({ ...system[0], type: 'text' as const, text: 'Hello' }));
    const asking = anthropic.client.messages.create({ ...hello, messages: [{ role: 'user', content }] });
    await expect(asking).rejects.toThrow('A maximum of 4 blocks with cache_control may be provided. Found 5.');
  });
});

describe('thinking', () => {
  const ask = (params: Partial<Anthropic.MessageCreateParamsNonStreaming>) =>
    anthropic.client.messages.create({ ...hello, max_tokens: 4_000, ...params });

  test('is on by default in the latest models and counts as output', async () => {
    const { content, usage } = await ask({ model: 'claude-sonnet-5-5' });
    expect(content.map(({ type }) => type)).toEqual(['thinking', 'text']);
    expect(content[0]).toMatchObject({ thinking: '', signature: expect.stringMatching(/./) });
    expect(usage.output_tokens_details?.thinking_tokens).toBeGreaterThan(400);
    expect(usage.output_tokens).toBeGreaterThan(usage.output_tokens_details?.thinking_tokens ?? 0);
    const haiku = await ask({ model: 'claude-haiku-5-5' });
    expect(haiku.usage.output_tokens).toBeLessThan(usage.output_tokens);
  });

  test('counts towards max_tokens', async () => {
    expect(await ask({ model: 'claude-sonnet-5-5', max_tokens: 300 })).toMatchObject({ stop_reason: 'max_tokens' });
  });

  test.each([
    ['low effort', 'claude-sonnet-5-5', { output_config: { effort: 'low' } }],
    ['thinking only between tools', 'claude-sonnet-5-5', { thinking: { type: 'between_tools' } }],
    ['thinking switched off', 'claude-haiku-5-5', { thinking: { type: 'disabled' } }],
    ['an earlier model', 'claude-sonnet-4-6', {}],
  ] as const)('is omitted with %s', async (_how, model, params) => {
    const { content, usage } = await ask({ model, ...params });
    expect(content.map(({ type }) => type)).toEqual(['text']);
    expect(usage.output_tokens_details).toBeNull();
  });

  test('comes first in a stream', async () => {
    const stream = anthropic.client.messages.stream({ ...hello, model: 'claude-opus-5-5', max_tokens: 4_000 });
    const deltas: string[] = [];
    stream.on('streamEvent', (event) => event.type === 'content_block_delta' && deltas.push(event.delta.type));
    const { content } = await stream.finalMessage();
    expect(content[0]?.type).toBe('thinking');
    expect(deltas[0]).toBe('signature_delta');
  });
});

test("a stream's usage covers only the prompt at first, and tool results too at the end", async () => {
  const usages: { input_tokens: number | null }[] = [];
  const stream = anthropic.client.messages.stream({
    model,
    max_tokens: 4_000,
    tools: webTools,
    messages: [{ role: 'user', content: 'brightwater.test' }],
  });
  const order: string[] = [];
  stream.on('streamEvent', (event) => {
    if (event.type === 'message_start') usages.push({ ...event.message.usage });
    if (event.type === 'message_delta') usages.push({ ...event.usage });
    if (event.type === 'content_block_delta' && event.delta.type !== 'input_json_delta') order.push(event.delta.type);
  });
  await stream.finalMessage();
  const [start, end] = usages.map(({ input_tokens: tokens }) => tokens ?? 0);
  expect(end).toBeGreaterThan((start ?? 0) + 5_000);
  expect(order[order.indexOf('citations_delta') + 1]).toMatch(/citations_delta|text_delta/);
});

test('token counts follow the length of the text, with more per character for Japanese', async () => {
  const count = async (content: string) =>
    (await anthropic.client.messages.countTokens({ model, messages: [{ role: 'user', content }] })).input_tokens;
  expect(await count('x'.repeat(4_000))).toBeLessThan(1_020);
  expect(await count('浜'.repeat(4_000))).toBeGreaterThan(2_600);
  const { usage, content } = await anthropic.research('brightwater.test', {
    tools: [{ ...webFetch, max_uses: 1 }],
  });
  expect(usage.input_tokens * 3.5).toBeGreaterThan(JSON.stringify(content).length * 0.8);
});

test('countTokens grows with the text', async () => {
  const short = await anthropic.client.messages.countTokens({ model, messages: hello.messages });
  const long = await anthropic.client.messages.countTokens({
    model,
    messages: [{ role: 'user', content: 'word '.repeat(400) }],
  });
  expect(long.input_tokens).toBeGreaterThan(short.input_tokens + 300);
});

test('models are paginated without duplicates', async () => {
  const ids: string[] = [];
  for await (const { id } of anthropic.client.models.list({ limit: 3 })) ids.push(id);
  expect(ids).toContain(model);
  expect(new Set(ids).size).toBe(ids.length);
});

describe('a request is rejected', () => {
  const raw = (body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${anthropic.url}/v1/messages`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-api-key': 'sk-ant-sandbox',
        'anthropic-version': '2023-06-01',
        ...headers,
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });

  test.each([
    ['no max_tokens', { model, messages: hello.messages }, 'max_tokens: Field required'],
    ['no messages', { ...hello, messages: [] }, 'messages:'],
    ['an unknown field', { ...hello, colour: 'red' }, 'colour: Extra inputs are not permitted'],
    [
      'an assistant message first',
      { ...hello, messages: [{ role: 'assistant', content: 'hi' }] },
      'first message must use the "user" role',
    ],
    [
      'an empty text block',
      { ...hello, messages: [{ role: 'user', content: [{ type: 'text', text: '' }] }] },
      'text content blocks must be non-empty',
    ],
    ['too many tokens', { ...hello, max_tokens: 10_000_000 }, 'maximum allowed number of output tokens'],
    ['two tools with the same name', { ...hello, tools: [webSearch, webSearch] }, 'Tool names must be unique'],
    [
      'an unknown tool',
      { ...hello, tool_choice: { type: 'tool', name: 'x' }, tools: [webSearch] },
      "Tool 'x' not found",
    ],
    [
      'allowed and blocked domains',
      { ...hello, tools: [{ ...webSearch, allowed_domains: ['a.test'], blocked_domains: ['b.test'] }] },
      'only one of',
    ],
    [
      'citations with structured output',
      { ...hello, tools: webTools, output_config: { format: { type: 'json_schema', schema } } },
      'Citations cannot be used together',
    ],
    [
      'a temperature for a model that does not support it',
      { ...hello, model: 'claude-haiku-5-5', temperature: 0 },
      '`temperature` is deprecated',
    ],
    [
      'a thinking budget for a model that does not support it',
      { ...hello, model: 'claude-sonnet-5-5', thinking: { type: 'enabled', budget_tokens: 1_024 } },
      '"thinking.type.enabled" is not supported for this model',
    ],
    [
      'thinking disabled for a model that requires it',
      { ...hello, model: 'claude-opus-5-5', thinking: { type: 'disabled' } },
      '"thinking.type.disabled" is not supported',
    ],
    ['an unknown effort', { ...hello, output_config: { effort: 'huge' } }, 'output_config.effort'],
    [
      'a forced tool for a model that does not support it',
      { ...hello, model: 'claude-sonnet-5-5', tools: [webSearch], tool_choice: { type: 'any' } },
      'forcing tool use',
    ],
    [
      'an assistant prefill',
      { ...hello, messages: [...hello.messages, { role: 'assistant', content: '{' }] },
      'does not support assistant message prefill',
    ],
    [
      'an open object schema',
      { ...hello, output_config: { format: { type: 'json_schema', schema: { type: 'object', properties: {} } } } },
      "'additionalProperties' must be explicitly set to false",
    ],
    [
      'a length limit in a schema',
      {
        ...hello,
        output_config: {
          format: {
            type: 'json_schema',
            schema: { ...schema, properties: { summary: { type: 'string', minLength: 3 } } },
          },
        },
      },
      'minLength are not supported',
    ],
  ])('with 400 for %s', async (_case, body, message) => {
    const res = await raw(body);
    expect(res.status).toBe(400);
    expect(await res.json()).toEqual({
      type: 'error',
      error: { type: 'invalid_request_error', message: expect.stringContaining(message) },
      request_id: res.headers.get('request-id'),
    });
  });

  test('with 404 for an unknown model', async () => {
    const asking = anthropic.client.messages.create({ ...hello, model: 'claude-nothing' });
    await expect(asking).rejects.toMatchObject({
      status: 404,
      type: 'not_found_error',
      apiMessage: 'model: claude-nothing',
    });
  });

  test('without a key, with a wrong key, or without a version', async () => {
    expect((await raw(hello, { 'x-api-key': 'sk-ant-other' })).status).toBe(401);
    expect((await fetch(`${anthropic.url}/v1/models`)).status).toBe(401);
    expect((await fetch(`${anthropic.url}/v1/models`, { headers: { 'x-api-key': 'sk-ant-sandbox' } })).status).toBe(
      400,
    );
  });

  test('for invalid JSON or a body that is too large', async () => {
    expect(await (await raw('{')).json()).toMatchObject({ error: { type: 'invalid_request_error' } });
    const large = await raw({ ...hello, messages: [{ role: 'user', content: 'x'.repeat(27_000_000) }] });
    expect(large.status).toBe(413);
    expect(await large.json()).toMatchObject({ error: { type: 'request_too_large' } });
  });
});

test.each([
  [429, RateLimitError, 'rate_limit_error'],
  [500, InternalServerError, 'api_error'],
  [529, APIError, 'overloaded_error'],
])("a planned %i fault returns the vendor's own error", async (status, kind, type) => {
  await anthropic.control('faults', { method: 'POST', path: '/v1/messages', status });
  const asking = anthropic.client.messages.create(hello);
  await expect(asking).rejects.toBeInstanceOf(kind);
  await expect(asking).rejects.toMatchObject({ status, type });
  await expect(anthropic.client.messages.create(hello)).resolves.toMatchObject({ type: 'message' });
});

test('a 429 has a retry-after header', async () => {
  await anthropic.control('faults', { method: 'POST', path: '/v1/messages', status: 429 });
  const res = await fetch(`${anthropic.url}/v1/messages`, { method: 'POST' });
  expect([res.status, res.headers.get('retry-after')]).toEqual([429, '2']);
});

test('the mode and added pages survive a restart', async () => {
  const store = createMemoryStore();
  const first = await startAnthropic({ store });
  await first.control('mode', { mode: 'careless' });
  await first.control('pages', {
    domain: 'brightwater.test',
    path: 'x',
    title: 'X',
    html: '<p>Brightwater bought a zeppelin.</p>',
  });
  await first.close();
  const second = await startAnthropic({ store });
  expect(await second.control('mode')).toEqual({ mode: 'careless' });
  expect(wholeText(await second.research('brightwater.test'))).toContain('zeppelin');
  await second.close();
});
