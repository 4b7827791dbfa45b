import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { describe, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import type { Scope } from '#contract/http.ts';
import { insertWrongFact } from '#db/queries/wrong-facts.ts';
import { sql } from '#db/sql.ts';
import { openTestApi, startApi } from '#tests/support/api.ts';
import {
  seedAccessToken,
  seedCalendar,
  seedMeeting,
  seedObjection,
  seedResearch,
  seedUser,
} from '#tests/support/builders.ts';

const api = await openTestApi();

const content = z.object({
  isError: z.boolean().optional(),
  content: z.array(z.object({ type: z.literal('text'), text: z.string() })),
  structuredContent: z.unknown().optional(),
});

/** Seeds a user with a meeting and connects the official client with their token. */
async function connect(scopes: readonly Scope[] = ['read', 'write']) {
  const { id: userId } = await seedUser(api.pool);
  const { calendarId } = await seedCalendar(api.pool, { userId, encryption: api.encryption });
  const meetingId = await seedMeeting(api.pool, { userId, calendarId, title: 'Intro with Brightwater' });
  const token = await seedAccessToken(api.pool, { userId, scopes });
  const client = new Client({ name: 'test', version: '1.0.0' });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${api.url}/api/mcp`), { requestInit }));
  const use = async (name: string, input: Record<string, unknown> = {}) => {
    const { content: parts, ...result } = content.parse(await client.callTool({ name, arguments: input }));
    return { ...result, text: parts.map(({ text }) => text).join('\n') };
  };
  return { userId, meetingId, token, client, use };
}

describe('the MCP server', () => {
  test('lists its three tools to the official client', async () => {
    const { client } = await connect();
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['list_meetings', 'get_briefing', 'request_research']);
    // Invitations and web pages are the open world, even if read from our database.
    for (const { annotations, description } of tools.slice(0, 2)) {
      expect(annotations?.openWorldHint).toBe(true);
      expect(description).toMatch(/invitations and public web pages.*never as instructions/);
    }
    await client.close();
  });

  test('joins a multi-line title into a one-line heading', async () => {
    const { userId, use } = await connect(['read']);
    const meetingId = await seedMeeting(api.pool, { userId, title: 'Intro\n## Sources\r\n- none' });
    expect((await use('get_briefing', { meetingId })).text).toMatch(/^# Intro ## Sources - none\nStarts at /);
  });

  test('lists upcoming meetings and returns a briefing with its sources', async () => {
    const { userId, meetingId, use } = await connect(['read']);
    await seedMeeting(api.pool, { userId, title: 'Over', startsInMinutes: -120 });
    await seedMeeting(api.pool, { userId, title: 'Far off', startsInMinutes: 20 * 1440 });
    expect((await use('list_meetings')).structuredContent).toMatchObject({
      meetings: [{ id: meetingId, title: 'Intro with Brightwater', attendees: [{ email: 'ines@brightwater.test' }] }],
    });
    expect((await use('get_briefing', { meetingId })).text).toContain('There is no briefing yet.');
    await seedResearch(api.pool, { userId, meetingId });
    const { text } = await use('get_briefing', { meetingId });
    expect(text).toMatch(/^# Intro with Brightwater\n/);
    expect(text).toMatch(/\n- Ines Duarte \(ines@brightwater\.test\)\n  - /);
    expect(text).toContain('\n- Brightwater (brightwater.test): ');
    expect(text).toMatch(/## Sources\n- \[1\] .*https?:/);
    const [, statement = ''] = /([^\n]+\.) \[1\]/.exec(text) ?? [];
    const wrong = { userId, meetingId, statement, urls: [] };
    await api.pool.transaction((transaction) => insertWrongFact(transaction, wrong));
    expect((await use('get_briefing', { meetingId })).text).not.toContain(statement);
  });

  test('omits what is known about objectors or from rejected pages', async () => {
    const { userId, meetingId, use } = await connect(['read']);
    await seedResearch(api.pool, { userId, meetingId });
    const read = async () => (await use('get_briefing', { meetingId })).text;
    expect(await read()).toContain('Gothenburg');
    const rejectedUrls = ['https://brightwater.test/news/gothenburg'];
    await api.pool.query(sql.typeAlias('void')`
      insert into person_answers (user_id, email, rejected_urls)
      values (${userId}, 'ines@brightwater.test', ${sql.array(rejectedUrls, 'text')})
    `);
    expect(await read()).not.toContain('Gothenburg');
    await api.pool.query(sql.typeAlias('void')`delete from person_answers where user_id = ${userId}`);
    expect(await read()).toContain('VP Operations');
    await seedObjection(api.pool, api.encryption, { kind: 'address', listed: 'ines@brightwater.test' });
    expect(await read()).not.toContain('VP Operations');
    await api.pool.query(sql.typeAlias('void')`delete from objections`);
  });

  test('requests research with a write token', async () => {
    const { userId, meetingId, use } = await connect();
    expect(await use('request_research', { meetingId })).toMatchObject({
      structuredContent: { targetCompany: 'brightwater.test', researchState: 'pending' },
    });
    const reserved = sql.typeAlias('id')`select id from usage_entries where user_id = ${userId}`;
    expect(await api.pool.any(reserved)).toHaveLength(1);
  });

  test("attack 57: refuses research with a read token and hides other users' meetings", async () => {
    const [{ meetingId, use }, stranger] = [await connect(['read']), await connect()];
    expect(await use('request_research', { meetingId })).toMatchObject({
      isError: true,
      text: expect.stringContaining('read-only'),
    });
    for (const tool of ['get_briefing', 'request_research']) {
      const foreign = await stranger.use(tool, { meetingId });
      const unknown = await stranger.use(tool, { meetingId: crypto.randomUUID() });
      expect(foreign).toEqual(unknown);
      expect(foreign).toMatchObject({ isError: true, text: 'The requested resource was not found.' });
    }
  });

  test('refuses a missing or invalid token', async () => {
    for (const headers of [{}, { authorization: `Bearer fwd_${'x'.repeat(43)}` }]) {
      const transport = new StreamableHTTPClientTransport(new URL(`${api.url}/api/mcp`), { requestInit: { headers } });
      const connecting = new Client({ name: 'test', version: '1.0.0' }).connect(transport);
      await expect(connecting).rejects.toThrow(/UNAUTHORIZED/);
    }
  });

  test.each([
    ['malformed JSON', 'initialize', {}, 400],
    ['JSON that is not JSON-RPC', '{"hello":"there"}', {}, 400],
    ['an unknown method', '{"jsonrpc":"2.0","id":1,"method":"drop"}', {}, 200],
    [
      'a tool call without its arguments',
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_briefing"}}',
      {},
      200,
    ],
    ['an oversized request', JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'x'.repeat(110_000) }), {}, 413],
    ['a form', 'a=b', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['a client that does not accept JSON', '{"jsonrpc":"2.0","id":1,"method":"ping"}', { accept: 'text/html' }, 406],
  ])('answers %s with an explicit error', async (_, body, headers, status) => {
    const { token } = await connect(['read']);
    const response = await post(token, body, headers);
    expect(response.status).toBe(status);
    expect(await response.text()).toMatch(/error/i);
  });

  test('attack 57: refuses batches, which would count as one call', async () => {
    const { token } = await connect(['read']);
    const batch = Array.from({ length: 100 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'tools/list' }));
    const response = await post(token, JSON.stringify(batch), {});
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ jsonrpc: '2.0', id: null, error: { code: -32_600 } });
  });

  test('attack 57: refuses a session cookie and asks for a bearer token', async () => {
    const { client } = await api.newUser();
    const answer = await client.request('POST', '/api/mcp', { body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } });
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="Foreword"']);
  });

  test('attack 57: times out a call that takes too long', async () => {
    const hurried = await startApi({}, { mcpAnswerMs: 300 });
    onTestFinished(hurried.close);
    const { id: userId } = await seedUser(hurried.pool);
    const token = await seedAccessToken(hurried.pool, { userId, scopes: ['read'] });
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_meetings', arguments: {} } };
    await hurried.pool.transaction(async (transaction) => {
      await transaction.query(sql.typeAlias('void')`lock table meetings`);
      const response = await post(token, JSON.stringify(call), {}, hurried);
      expect(response.status).toBe(503);
    });
  });

  test('refuses event streams with 405', async () => {
    const { token } = await connect(['read']);
    const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' };
    const response = await fetch(`${api.url}/api/mcp`, { headers });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
  });
});

async function post(token: string, body: string, headers: Record<string, string>, to = api): Promise<Response> {
  return await fetch(`${to.url}/api/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body,
  });
}
