import { createVerify, X509Certificate } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { SESClient, SendEmailCommand } from '@aws-sdk/client-ses';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { createSes, type SesVendor } from '#sandbox/ses/ses.ts';
import { close, listenOnLoopback, type Started, startVendor } from '#sandbox/start-vendor.ts';

const envelope = z.object({
  Type: z.string(),
  MessageId: z.string(),
  TopicArn: z.string(),
  Message: z.string(),
  Timestamp: z.iso.datetime(),
  SignatureVersion: z.string(),
  Signature: z.base64(),
  SigningCertURL: z.url(),
  Token: z.string().optional(),
  SubscribeURL: z.url().optional(),
});
type Envelope = z.infer<typeof envelope>;

const received: { path: string | undefined; headers: IncomingHttpHeaders; message: Envelope }[] = [];
let answer = { status: 200, confirms: false };
let product: Server;
let ses: Started<SesVendor>;

beforeAll(async () => {
  product = createServer(async (req, res) => {
    const message = envelope.parse(JSON.parse(await text(req)));
    received.push({ path: req.url, headers: req.headers, message });
    if (answer.confirms && message.SubscribeURL !== undefined) await fetch(message.SubscribeURL);
    res.writeHead(answer.status).end();
  });
  ses = await startVendor(createSes, { productUrl: await listenOnLoopback(product, 0) });
});
beforeEach(() => {
  received.length = 0;
  answer = { status: 200, confirms: false };
});
afterAll(async () => {
  await ses.close();
  await close(product);
});

describe('a notification', () => {
  test.each(['1', '2'])('describes a bounce and has a valid version %s signature', async (signatureVersion) => {
    const messageId = await send('nobody@brightwater.test');
    const told = await control('notify', { messageId, type: 'bounce', signatureVersion });
    const [delivery] = received;
    if (!delivery) throw new Error('Nothing was posted.');
    expect(told).toMatchObject({ status: 200, id: delivery.message.MessageId });
    expect(delivery.path).toBe('/api/webhooks/ses');
    expect(delivery.headers).toMatchObject({
      'x-amz-sns-message-type': 'Notification',
      'x-amz-sns-topic-arn': delivery.message.TopicArn,
      'content-type': 'text/plain; charset=UTF-8',
    });
    expect(JSON.parse(delivery.message.Message)).toMatchObject({
      notificationType: 'Bounce',
      bounce: { bounceType: 'Permanent', bouncedRecipients: [{ emailAddress: 'nobody@brightwater.test' }] },
      mail: { messageId, source: 'briefings@foreword.test', destination: ['nobody@brightwater.test'] },
    });
    expect(delivery.message.SignatureVersion).toBe(signatureVersion);
    expect(await isGenuine(delivery.message)).toBe(true);
    expect(await isGenuine({ ...delivery.message, Message: delivery.message.Message.replace('5.1.1', '4.4.1') })).toBe(
      false,
    );
  });

  test("describes a complaint, and the control returns the product's status", async () => {
    const messageId = await send('dana@harborline.test');
    answer.status = 503;
    expect(await control('notify', { messageId, type: 'complaint' })).toMatchObject({ status: 503 });
    expect(JSON.parse(received[0]?.message.Message ?? '{}')).toMatchObject({
      notificationType: 'Complaint',
      complaint: { complainedRecipients: [{ emailAddress: 'dana@harborline.test' }], complaintFeedbackType: 'abuse' },
    });
  });

  test('is rejected for an email that was never sent', async () => {
    await expect(control('notify', { messageId: 'no-such-mail', type: 'bounce' })).rejects.toThrow('no-such-mail');
  });

  test('can still be verified after a reset', async () => {
    const messageId = await send('dana@harborline.test');
    await control('notify', { messageId, type: 'bounce' });
    await control('reset', {});
    const [delivery] = received;
    expect(delivery && (await isGenuine(delivery.message))).toBe(true);
  });
});

describe('the subscription', () => {
  test('is confirmed once, by the link in a signed message', async () => {
    expect(await control('subscribe', {})).toMatchObject({ status: 200, confirmed: false });
    const [delivery] = received;
    if (!delivery) throw new Error('Nothing was posted.');
    expect(delivery.headers['x-amz-sns-message-type']).toBe('SubscriptionConfirmation');
    expect(await isGenuine(delivery.message)).toBe(true);
    const confirmed = await fetch(delivery.message.SubscribeURL ?? '');
    expect(await confirmed.text()).toContain('<SubscriptionArn>');
    expect((await fetch(delivery.message.SubscribeURL ?? '')).status).toBe(400);
    answer.confirms = true;
    expect(await control('subscribe', {})).toMatchObject({ confirmed: true });
  });
});

/** Verifies a message as Amazon documents it: certificate from the URL, fields in documented order. */
async function isGenuine(message: Envelope): Promise<boolean> {
  const names =
    message.Type === 'Notification'
      ? (['Message', 'MessageId', 'Timestamp', 'TopicArn', 'Type'] as const)
      : (['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'] as const);
  const verifier = createVerify(message.SignatureVersion === '1' ? 'RSA-SHA1' : 'RSA-SHA256');
  verifier.update(names.map((name) => `${name}\n${message[name] ?? ''}\n`).join(''));
  const certificate = new X509Certificate(await (await fetch(message.SigningCertURL)).text());
  return verifier.verify(certificate.publicKey, message.Signature, 'base64');
}

async function send(to: string): Promise<string> {
  const client = new SESClient({
    region: 'eu-central-1',
    endpoint: ses.url,
    credentials: { accessKeyId: 'sandbox', secretAccessKey: 'sandbox' },
  });
  const { MessageId } = await client.send(
    new SendEmailCommand({
      Source: 'briefings@foreword.test',
      Destination: { ToAddresses: [to] },
      Message: { Subject: { Data: 'Hello' }, Body: { Text: { Data: 'plain words' } } },
    }),
  );
  return MessageId ?? '';
}

async function control(path: string, body: object): Promise<unknown> {
  const res = await fetch(`${ses.url}/_control/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!res.ok) throw new Error(await res.text());
  return res.json();
}
