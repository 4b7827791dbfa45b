import {
  GetIdentityVerificationAttributesCommand,
  GetSendQuotaCommand,
  SESClient,
  SendEmailCommand,
  SendRawEmailCommand,
} from '@aws-sdk/client-ses';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { createMemoryStore } from '#sandbox/control/store.ts';
import { createSes, type SesVendor } from '#sandbox/ses/ses.ts';
import { type Started, startVendor } from '#sandbox/start-vendor.ts';

const from = 'Foreword <briefings@foreword.test>';
const store = createMemoryStore();
let ses: Started<SesVendor>;
let client: SESClient;

beforeAll(async () => {
  ses = await startVendor(createSes, { store });
  client = clientWith('sandbox', 'sandbox');
});
beforeEach(() => fetch(`${ses.url}/_control/reset`, { method: 'POST' }));
afterAll(() => ses.close());

describe('SendEmail', () => {
  test('adds the email to the outbox, with decoded subject, both bodies and raw message', async () => {
    const { MessageId } = await client.send(
      mail({ to: ['dana@harborline.test'], subject: 'Grüße: 13:30 Brightwater' }),
    );
    const [message] = await outbox('DANA@harborline.test');
    expect(message).toMatchObject({
      id: MessageId,
      from: 'briefings@foreword.test',
      to: ['dana@harborline.test'],
      subject: 'Grüße: 13:30 Brightwater',
      text: 'plain words',
      html: '<p>rich words</p>',
    });
    expect(message?.headers.from).toBe(from);
    expect(message?.raw).toContain('multipart/alternative');
  });

  test('puts new emails first in the outbox, which can be filtered by recipient', async () => {
    await client.send(mail({ to: ['a@x.test'], subject: 'one' }));
    await client.send(mail({ to: ['b@x.test'], subject: 'two' }));
    expect((await outbox()).map(({ subject }) => subject)).toEqual(['two', 'one']);
    expect((await outbox('a@x.test')).map(({ subject }) => subject)).toEqual(['one']);
  });

  test('rejects an unverified sender', async () => {
    const sending = client.send(mail({ from: 'someone@harborline.test' }));
    await expect(sending).rejects.toMatchObject({
      name: 'MessageRejected',
      message: expect.stringContaining('EU-WEST-1: someone@harborline.test'),
    });
    expect(await outbox()).toEqual([]);
  });

  test.each([
    ['a line break', 'a@x.test\r\nBcc: b@x.test'],
    ['no domain', 'nobody'],
    ['two addresses', 'a@x.test, b@x.test'],
    ['a name that is neither ASCII nor an encoded word', 'Zoë <a@x.test>'],
  ])('rejects a recipient with %s', async (_case, address) => {
    await expect(client.send(mail({ to: [address] }))).rejects.toMatchObject({ name: 'InvalidParameterValue' });
    expect(await outbox()).toEqual([]);
  });

  test('rejects more than 50 recipients or 10 MB', async () => {
    const many = Array.from({ length: 51 }, (_, index) => `p${index}@x.test`);
    await expect(client.send(mail({ to: many }))).rejects.toThrow('Recipient count exceeds 50.');
    await expect(client.send(mail({ text: 'x'.repeat(10_500_000) }))).rejects.toThrow('Message length is more than');
  });
});

describe('SendRawEmail', () => {
  test('keeps List-Unsubscribe, removes Bcc and still sends to the Bcc recipient', async () => {
    const raw = [
      `From: ${from}`,
      'To: dana@harborline.test',
      'Bcc: hidden@harborline.test',
      'Bcc: other@harborline.test',
      'Subject: =?utf-8?Q?Gr=C3=BC=C3=9Fe?=',
      'List-Unsubscribe: <http://localhost:3000/u/1>',
      '',
      'Bcc: this line is part of the text',
    ].join('\r\n');
    await client.send(new SendRawEmailCommand({ RawMessage: { Data: Buffer.from(raw) } }));
    const [message] = await outbox('hidden@harborline.test');
    expect(message).toMatchObject({
      subject: 'Grüße',
      to: ['dana@harborline.test', 'hidden@harborline.test', 'other@harborline.test'],
    });
    expect(message?.headers['list-unsubscribe']).toBe('<http://localhost:3000/u/1>');
    expect(message?.raw.match(/bcc.*/gi)).toEqual(['Bcc: this line is part of the text']);
  });

  test('rejects a missing or unverified From header', async () => {
    const data = (head: string) => ({ RawMessage: { Data: Buffer.from(`${head}To: a@x.test\r\n\r\nx`) } });
    await expect(client.send(new SendRawEmailCommand(data('')))).rejects.toMatchObject({
      name: 'InvalidParameterValue',
    });
    const forged = { ...data('From: boss@bank.test\r\n'), Source: 'briefings@foreword.test' };
    await expect(client.send(new SendRawEmailCommand(forged))).rejects.toMatchObject({ name: 'MessageRejected' });
  });
});

describe('the account', () => {
  test('counts sent emails', async () => {
    await client.send(mail({}));
    expect(await client.send(new GetSendQuotaCommand({}))).toMatchObject({ Max24HourSend: 50_000, SentLast24Hours: 1 });
  });

  test('lists foreword.test as verified and omits an unknown domain', async () => {
    const Identities = ['foreword.test', 'no.test'];
    const { VerificationAttributes } = await client.send(new GetIdentityVerificationAttributesCommand({ Identities }));
    expect(VerificationAttributes).toEqual({ 'foreword.test': { VerificationStatus: 'Success' } });
  });

  test('rejects an unknown key, a wrong secret and an unsigned request', async () => {
    await expect(clientWith('other', 'sandbox').send(mail({}))).rejects.toMatchObject({ name: 'InvalidClientTokenId' });
    await expect(clientWith('sandbox', 'other').send(mail({}))).rejects.toMatchObject({
      name: 'SignatureDoesNotMatch',
    });
    expect((await fetch(ses.url, { method: 'POST' })).status).toBe(403);
  });
});

describe('the planned fault', () => {
  test('429 returns Throttling and does not send the email', async () => {
    await fault({ path: '/', status: 429 });
    await expect(client.send(mail({}))).rejects.toMatchObject({ name: 'Throttling' });
    expect(await outbox()).toEqual([]);
  });

  test('dropAfterHandling loses the response, not the email', async () => {
    await fault({ path: '/', dropAfterHandling: true });
    await expect(client.send(mail({}))).rejects.toThrow('socket hang up');
    expect(await outbox()).toHaveLength(1);
  });
});

test('emails survive a restart', async () => {
  await client.send(mail({ subject: 'kept' }));
  const again = await startVendor(createSes, { store });
  expect((await again.vendor.outbox()).map(({ subject }) => subject)).toEqual(['kept']);
  await again.close();
});

function clientWith(accessKeyId: string, secretAccessKey: string): SESClient {
  return new SESClient({
    region: 'eu-west-1',
    endpoint: ses.url,
    maxAttempts: 1,
    credentials: { accessKeyId, secretAccessKey },
  });
}

function mail(parts: { from?: string; to?: string[]; subject?: string; text?: string }): SendEmailCommand {
  return new SendEmailCommand({
    Source: parts.from ?? from,
    Destination: { ToAddresses: parts.to ?? ['dana@harborline.test'] },
    Message: {
      Subject: { Data: parts.subject ?? 'Subject' },
      Body: { Text: { Data: parts.text ?? 'plain words' }, Html: { Data: '<p>rich words</p>' } },
    },
  });
}

async function outbox(to?: string) {
  const query = to === undefined ? '' : `?to=${encodeURIComponent(to)}`;
  const schema = z.object({
    messages: z.array(
      z.object({
        id: z.string(),
        at: z.iso.datetime(),
        from: z.string(),
        to: z.array(z.string()),
        subject: z.string(),
        text: z.string().nullable(),
        html: z.string().nullable(),
        headers: z.record(z.string(), z.string()),
        raw: z.string(),
      }),
    ),
  });
  return schema.parse(await (await fetch(`${ses.url}/_control/outbox${query}`)).json()).messages;
}

async function fault(body: object): Promise<void> {
  const res = await fetch(`${ses.url}/_control/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(res.status).toBe(200);
}
