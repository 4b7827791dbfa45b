import Anthropic from '@anthropic-ai/sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startAnthropic, webSearch } from '#sandbox/tests/anthropic/anthropic-client.ts';
import { readKeys } from '#tests/contract/settings.ts';

type Session = {
  client: Anthropic;
  model: string;
  /** A subject that a web search finds. */
  subject: string;
  clientWith(apiKey: string): Anthropic;
  close: () => Promise<void>;
};
type Target = { name: string; open: () => Promise<Session> };

const keys = readKeys('CONTRACT_ANTHROPIC_API_KEY', 'CONTRACT_ANTHROPIC_MODEL');

const sandbox: Target = {
  name: 'sandbox',
  open: async () => {
    const { url, client, close } = await startAnthropic();
    const clientWith = (apiKey: string) => new Anthropic({ apiKey, baseURL: url, maxRetries: 0 });
    return { client, model: 'claude-sonnet-4-6', subject: 'Brightwater (brightwater.test)', clientWith, close };
  },
};
const real: Target[] = keys
  ? [
      {
        name: 'Anthropic',
        open: async () => {
          const clientWith = (apiKey: string) => new Anthropic({ apiKey, maxRetries: 0 });
          const client = clientWith(keys.CONTRACT_ANTHROPIC_API_KEY);
          const model = keys.CONTRACT_ANTHROPIC_MODEL;
          return { client, model, subject: 'Wikipedia (wikipedia.org)', clientWith, close: async () => {} };
        },
      },
    ]
  : [];

const schema = {
  type: 'object',
  properties: { summary: { type: 'string' } },
  required: ['summary'],
  additionalProperties: false,
};

/** A few short questions and one search; the real vendor charges cents. */
describe.each([sandbox, ...real])('Messages API, $name', ({ open }) => {
  const messages: Anthropic.MessageParam[] = [{ role: 'user', content: 'Say hello to the crew of a small harbour.' }];
  let session: Session;
  let client: Anthropic;
  let model: string;

  beforeAll(async () => {
    session = await open();
    ({ client, model } = session);
  });
  afterAll(() => session.close());

  test('returns text with usage, request id and rate limits', async () => {
    const { data, response } = await client.messages.create({ model, max_tokens: 200, messages }).withResponse();
    expect(data).toMatchObject({ type: 'message', role: 'assistant', stop_reason: 'end_turn', stop_sequence: null });
    expect(data.id).toMatch(/^msg_/);
    expect(data.content.at(-1)).toMatchObject({ type: 'text', text: expect.stringMatching(/\S/) });
    expect(data.usage.input_tokens).toBeGreaterThan(0);
    expect(data.usage.output_tokens).toBeGreaterThan(0);
    expect(response.headers.get('request-id')).toMatch(/^req_/);
    expect(response.headers.get('anthropic-ratelimit-requests-limit')).toMatch(/^\d+$/);
  });

  test('streams a start and a stop for each block between those of the message', async () => {
    const stream = client.messages.stream({ model, max_tokens: 200, messages });
    const types: string[] = [];
    for await (const event of stream) types.push(event.type);
    const final = await stream.finalMessage();
    expect(types[0]).toBe('message_start');
    expect(types.slice(-2)).toEqual(['message_delta', 'message_stop']);
    const starts = types.filter((type) => type === 'content_block_start').length;
    expect(starts).toBe(final.content.length);
    expect(types.filter((type) => type === 'content_block_stop')).toHaveLength(starts);
    expect(final.stop_reason).toBe('end_turn');
    expect(final.usage.output_tokens).toBeGreaterThan(0);
  });

  test('reports a response truncated by max_tokens', async () => {
    const answer = await client.messages.create({ model, max_tokens: 1, messages });
    expect(answer).toMatchObject({ stop_reason: 'max_tokens', usage: { output_tokens: expect.any(Number) } });
  });

  test('counts tokens without generating a response', async () => {
    const { input_tokens: short } = await client.messages.countTokens({ model, messages });
    const longer = [
      ...messages,
      { role: 'assistant', content: 'Hello.' },
      ...messages,
    ] satisfies Anthropic.MessageParam[];
    const { input_tokens: long } = await client.messages.countTokens({ model, messages: longer });
    expect(short).toBeGreaterThan(0);
    expect(long).toBeGreaterThan(short);
  });

  test('returns a result for each search, cites only URLs it found, and counts the searches', async () => {
    const content = `Search the web for ${session.subject} and say in two sentences what it is, with citations.`;
    const tools = [{ ...webSearch, max_uses: 2 }];
    const answer = await client.messages.create({
      model,
      max_tokens: 2_000,
      tools,
      messages: [{ role: 'user', content }],
    });
    const uses = answer.content.filter((block) => block.type === 'server_tool_use');
    const results = answer.content.filter((block) => block.type === 'web_search_tool_result');
    expect(uses.length).toBeGreaterThan(0);
    expect(results.map((block) => block.tool_use_id)).toEqual(uses.map(({ id }) => id));
    const found = results.flatMap((block) => (Array.isArray(block.content) ? block.content : [])).map(({ url }) => url);
    const cited = answer.content.flatMap((block) => (block.type === 'text' ? (block.citations ?? []) : []));
    expect(cited.length).toBeGreaterThan(0);
    const urls = cited.map((citation) => ('url' in citation ? citation.url : citation.type));
    expect(found).toEqual(expect.arrayContaining(urls));
    expect(answer.usage.server_tool_use?.web_search_requests).toBeGreaterThan(0);
  });

  test('returns structured output that matches its schema, and refuses citations with it', async () => {
    const output_config = { format: { type: 'json_schema', schema } } satisfies Anthropic.OutputConfig;
    const answer = await client.messages.create({ model, max_tokens: 500, messages, output_config });
    const text = answer.content.map((block) => (block.type === 'text' ? block.text : '')).join('');
    expect(JSON.parse(text)).toEqual({ summary: expect.any(String) });
    const document = {
      type: 'document',
      source: { type: 'text', media_type: 'text/plain', data: 'The harbour opened in 1911.' },
      citations: { enabled: true },
    } satisfies Anthropic.DocumentBlockParam;
    const question = { type: 'text', text: 'When did it open?' } satisfies Anthropic.TextBlockParam;
    const both = client.messages.create({
      model,
      max_tokens: 500,
      messages: [{ role: 'user', content: [document, question] }],
      output_config,
    });
    await expect(both).rejects.toMatchObject({ status: 400, error: { error: { type: 'invalid_request_error' } } });
  });

  test.each([
    ['an unknown field', { unheard_of: true }, 400, 'invalid_request_error'],
    ['a request without messages', { messages: [] }, 400, 'invalid_request_error'],
    ['an unknown model', { model: 'claude-none-0' }, 404, 'not_found_error'],
  ])('refuses %s', async (_what, wrong, status, type) => {
    const asking = client.messages.create({ model, max_tokens: 10, messages, ...wrong });
    await expect(asking).rejects.toMatchObject({ status, error: { type: 'error', error: { type } } });
  });

  test('refuses a wrong key with 401 authentication_error', async () => {
    const asking = session.clientWith('sk-ant-wrong').messages.create({ model, max_tokens: 10, messages });
    await expect(asking).rejects.toMatchObject({ status: 401, error: { error: { type: 'authentication_error' } } });
  });

  test('lists models, including the one in use', async () => {
    const found: string[] = [];
    for await (const { id } of client.models.list()) found.push(id);
    expect(found.some((id) => id === model || id.startsWith(`${model}-`))).toBe(true);
  });
});
