import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Client } from '@microsoft/microsoft-graph-client';
import type { Event, Subscription } from '@microsoft/microsoft-graph-types';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import type { MicrosoftVendor } from '#sandbox/microsoft/microsoft.ts';
import { close, listenOnLoopback, type Started } from '#sandbox/start-vendor.ts';
import { control, eventIn, graphOf, refusal, startMicrosoft } from '#sandbox/tests/microsoft/graph-client.ts';

const kai = 'kai@outlook.com';
const weekMs = 10_080 * 60_000;
const notification = z.looseObject({
  subscriptionId: z.string(),
  changeType: z.string().optional(),
  lifecycleEvent: z.string().optional(),
});

let microsoft: Started<MicrosoftVendor>;
let graph: Client;
let receiver: Server;
let hook: string;
/** Faulty responses to the next requests, in order. */
let misbehave: ((req: IncomingMessage, res: ServerResponse) => void)[];
let posts: z.infer<typeof notification>[][];

beforeAll(async () => {
  microsoft = await startMicrosoft();
});
beforeEach(async () => {
  await microsoft.vendor.control.resetAll();
  await control(microsoft.url, 'accounts', { email: kai, name: 'Kai Lind' });
  graph = await graphOf(microsoft.url, kai);
  misbehave = [];
  posts = [];
  receiver = createServer((req, res) => void receive(req, res));
  hook = `${await listenOnLoopback(receiver, 0)}/hook?source=outlook`;
});
afterEach(async () => {
  await close(receiver);
});
afterAll(async () => {
  await microsoft.close();
});

describe('the handshake', () => {
  test('validates the URL and creates the subscription', async () => {
    const made = await subscribe({ lifecycleNotificationUrl: hook.replace('/hook', '/lifecycle') });
    expect(made).toMatchObject({
      id: expect.any(String),
      resource: 'me/events',
      changeType: 'created,updated,deleted',
      clientState: 'secret',
      notificationUrl: hook,
      creatorId: expect.any(String),
    });
    await expect(graph.api(`/subscriptions/${made.id}`).get()).resolves.toMatchObject({ id: made.id });
    await expect(graph.api('/subscriptions').get()).resolves.toMatchObject({ value: [{ id: made.id }] });
  });

  test.each<[string, (req: IncomingMessage, res: ServerResponse) => void]>([
    ['another status', (_req, res) => res.writeHead(202).end()],
    ['another content type', (req, res) => res.writeHead(200, { 'content-type': 'text/html' }).end(tokenIn(req))],
    [
      'the token still URL-encoded',
      (req, res) =>
        res.writeHead(200, { 'content-type': 'text/plain' }).end(/validationToken=([^&]*)/.exec(req.url ?? '')?.[1]),
    ],
    ['a broken connection', (req) => req.destroy()],
  ])('fails with 400 ValidationError on %s', async (_what, answer) => {
    misbehave = [answer];
    expect(await refusal(subscribe())).toEqual([400, 'ValidationError']);
    await expect(graph.api('/subscriptions').get()).resolves.toMatchObject({ value: [] });
  });

  test('rejects a URL that is neither https nor loopback', async () => {
    expect(await refusal(subscribe({ notificationUrl: 'http://example.test/hook' }))).toEqual([400, 'ValidationError']);
  });
});

describe('a subscription', () => {
  test('lasts at most 10,080 minutes, even after renewal', async () => {
    expect(await refusal(subscribe({ expirationDateTime: inMs(weekMs + 60_000) }))).toEqual([400, 'InvalidRequest']);
    expect(await refusal(subscribe({ expirationDateTime: inMs(-1) }))).toEqual([400, 'InvalidRequest']);
    const made = await subscribe();
    const renew = (ms: number) => graph.api(`/subscriptions/${made.id}`).patch({ expirationDateTime: inMs(ms) });
    expect(await refusal(renew(weekMs + 60_000))).toEqual([400, 'InvalidRequest']);
    const renewed: Subscription = await renew(weekMs - 60_000);
    expect(Date.parse(renewed.expirationDateTime ?? '')).toBeGreaterThan(Date.parse(made.expirationDateTime ?? ''));
  });

  test("ends when it expires by the sandbox's clock or is deleted", async () => {
    const made = await subscribe();
    await control(microsoft.url, 'clock', { advanceMs: weekMs });
    expect(await refusal(graph.api(`/subscriptions/${made.id}`).get())).toEqual([404, 'ResourceNotFound']);
    const other = await subscribe({ expirationDateTime: inMs(weekMs + 3_600_000) });
    await graph.api(`/subscriptions/${other.id}`).delete();
    expect(await refusal(graph.api(`/subscriptions/${other.id}`).delete())).toEqual([404, 'ResourceNotFound']);
    await graph.api('/me/events').post(eventIn(1));
    await pause(200);
    expect(posts).toEqual([]);
  });

  test.each([
    ['an unknown resource', { resource: 'me/messages' }],
    ['an unknown change type', { changeType: 'moved' }],
    ['no URL', { notificationUrl: undefined }],
    ['a clientState of more than 128 characters', { clientState: 'x'.repeat(129) }],
  ])('is rejected with %s', async (_what, wrong) => {
    expect(await refusal(subscribe(wrong))).toEqual([400, 'InvalidRequest']);
  });
});

describe('notifications', () => {
  test('report created, updated and deleted events', async () => {
    const made = await subscribe();
    const event: Event = await graph.api('/me/events').post(eventIn(1));
    expect(await received(1)).toEqual([
      {
        subscriptionId: made.id,
        subscriptionExpirationDateTime: made.expirationDateTime,
        clientState: 'secret',
        changeType: 'created',
        tenantId: '9188040d-6c67-4c5b-b112-36a304b66dad',
        resource: expect.stringMatching(/^Users\/[^/]+\/Events\//),
        resourceData: {
          '@odata.type': '#Microsoft.Graph.Event',
          '@odata.id': expect.stringMatching(/^Users\/[^/]+\/Events\//),
          '@odata.etag': expect.stringMatching(/^W\//),
          id: event.id,
        },
      },
    ]);
    await graph.api(`/me/events/${event.id}`).patch({ subject: 'Changed' });
    await graph.api(`/me/events/${event.id}`).delete();
    expect((await received(3)).map(({ changeType }) => changeType)).toEqual(['created', 'updated', 'deleted']);
  });

  test('to the same URL are batched', async () => {
    await subscribe();
    await subscribe({ clientState: 'another' });
    await graph.api('/me/events').post(eventIn(1));
    await received(2);
    expect(posts).toHaveLength(1);
    expect(posts[0]?.map((one) => one['clientState'])).toEqual(['secret', 'another']);
  });

  test('cover only the requested change types and calendar', async () => {
    const other: { id: string } = await graph.api('/me/calendars').post({ name: 'Sailing' });
    await subscribe({ changeType: 'deleted', resource: `/me/calendars/${other.id}/events` });
    await graph.api('/me/events').post(eventIn(1));
    const event: Event = await graph.api(`/me/calendars/${other.id}/events`).post(eventIn(2));
    await graph.api(`/me/events/${event.id}`).delete();
    expect((await received(1)).map(({ changeType }) => changeType)).toEqual(['deleted']);
  });

  test('use immutable ids if the subscription does', async () => {
    await graph.api('/subscriptions').header('Prefer', 'IdType="ImmutableId"').post(subscription());
    const event: Event = await graph.api('/me/events').post(eventIn(1));
    const [told] = await received(1);
    const { id } = z.object({ id: z.string() }).parse(told?.['resourceData']);
    expect(id).not.toBe(event.id);
    await expect(graph.api(`/me/events/${id}`).get()).resolves.toMatchObject({ id: event.id });
  });

  test('are retried until they get a 2xx', async () => {
    await subscribe();
    misbehave = [(_req, res) => res.writeHead(503).end(), (req) => req.destroy()];
    await graph.api('/me/events').post(eventIn(1));
    expect(await received(1)).toMatchObject([{ changeType: 'created' }]);
    expect(misbehave).toEqual([]);
  });

  test('report an invitation to the guest as a created event', async () => {
    await control(microsoft.url, 'accounts', { email: 'hannah.birch@glassford.test', name: 'Hannah Birch' });
    await subscribe();
    const organizer = await graphOf(microsoft.url, 'hannah.birch@glassford.test');
    await organizer.api('/me/events').post(eventIn(1, { attendees: [{ emailAddress: { address: kai } }] }));
    expect(await received(1)).toMatchObject([{ changeType: 'created' }]);
  });
});

describe('lifecycle notifications', () => {
  test.each(['reauthorizationRequired', 'missed'])('report %s on request', async (event) => {
    const made = await subscribe({ lifecycleNotificationUrl: hook });
    expect(await control(microsoft.url, 'lifecycle', { subscriptionId: made.id, event })).toEqual({ sent: true });
    expect(await received(1)).toEqual([
      {
        subscriptionId: made.id,
        subscriptionExpirationDateTime: made.expirationDateTime,
        tenantId: expect.any(String),
        clientState: 'secret',
        lifecycleEvent: event,
      },
    ]);
  });

  test('end the subscription with subscriptionRemoved, and are not sent without a lifecycle URL', async () => {
    const made = await subscribe({ lifecycleNotificationUrl: hook });
    await control(microsoft.url, 'lifecycle', { subscriptionId: made.id, event: 'subscriptionRemoved' });
    expect(await received(1)).toMatchObject([{ lifecycleEvent: 'subscriptionRemoved' }]);
    expect(await refusal(graph.api(`/subscriptions/${made.id}`).get())).toEqual([404, 'ResourceNotFound']);
    const other = await subscribe();
    expect(await control(microsoft.url, 'lifecycle', { subscriptionId: other.id, event: 'missed' })).toEqual({
      sent: false,
    });
  });

  test('report the removal of a subscription when access is revoked', async () => {
    await subscribe({ lifecycleNotificationUrl: hook });
    await control(microsoft.url, 'grants/revoke', { email: kai });
    expect(await received(1)).toMatchObject([{ lifecycleEvent: 'subscriptionRemoved' }]);
  });
});

async function subscribe(more: Partial<Subscription> | { notificationUrl: undefined } = {}): Promise<Subscription> {
  return await graph.api('/subscriptions').post({ ...subscription(), ...more });
}

function subscription(): Subscription {
  return {
    changeType: 'created,updated,deleted',
    notificationUrl: hook,
    resource: 'me/events',
    expirationDateTime: inMs(3_600_000),
    clientState: 'secret',
  };
}

async function receive(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const answer = misbehave.shift();
  if (answer) return answer(req, res);
  const validationToken = tokenIn(req);
  if (validationToken !== null) {
    res.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' }).end(validationToken);
    return undefined;
  }
  let text = '';
  for await (const chunk of req) text += String(chunk);
  posts.push(z.object({ value: z.array(notification) }).parse(JSON.parse(text)).value);
  res.writeHead(202).end();
  return undefined;
}

function tokenIn(req: IncomingMessage): string | null {
  return new URL(req.url ?? '', 'http://receiver.test').searchParams.get('validationToken');
}

async function received(count: number): Promise<z.infer<typeof notification>[]> {
  await vi.waitFor(() => expect(posts.flat()).toHaveLength(count), { timeout: 60_000, interval: 20 });
  return posts.flat();
}

function inMs(ms: number): string {
  return new Date(Date.now() + ms).toISOString();
}

async function pause(ms: number): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
