import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  AccountRejectedError,
  OutcomeUnknownError,
  RateLimitedError,
  RequestRejectedError,
  VendorUnavailableError,
} from '#providers/errors.ts';
import { SES_TIMEOUT_MS, type Sender } from '#providers/mail/ses.ts';
import { createSes } from '#sandbox/ses/ses.ts';
import { errorXml } from '#sandbox/ses/xml.ts';
import { close, listenOnLoopback, startVendor } from '#sandbox/start-vendor.ts';
import { forThisFile } from '#tests/support/for-this-file.ts';
import { createSandboxMail } from '#tests/support/vendor-adapters.ts';
import { controlOf } from '#tests/support/vendor-control.ts';

const ses = await forThisFile(startVendor(createSes));
beforeEach(() => controlOf(ses.url).post('reset'));

const fault = (fault: Record<string, unknown>) => controlOf(ses.url).fault({ method: 'POST', path: '/', ...fault });

type Change = { from?: Sender; baseUrl?: string; secretAccessKey?: string; timeoutMs?: number };
const provider = (change: Change = {}) => createSandboxMail(ses, change);
const mail = {
  to: 'dana@harborline.test',
  subject: 'Grüße: 13:30 Brightwater',
  html: '<p>Hallo — “Welt”</p>',
  text: 'Hallo — “Welt”\n',
  headers: { 'List-Unsubscribe': '<https://app.foreword.example/app/settings>' },
};

describe('an accepted email', () => {
  test('arrives unchanged at one recipient with its headers', async () => {
    const { providerMessageId } = await provider().send(mail);
    const [received, ...others] = await ses.vendor.outbox();
    expect(others).toEqual([]);
    expect(received).toMatchObject({ id: providerMessageId, subject: mail.subject });
    expect(JSON.stringify(received?.to)).toContain('dana@harborline.test');
    expect(received?.from).toContain('briefings@foreword.test');
    expect(received?.html).toContain('“Welt”');
    expect(received?.text).toContain('Hallo — “Welt”');
    expect(received?.headers['list-unsubscribe']).toBe('<https://app.foreword.example/app/settings>');
  });

  test('can have a sender name with a comma and non-ASCII letters', async () => {
    await provider({ from: { name: 'Vörwort, Köln', address: 'briefings@foreword.test' } }).send(mail);
    const [received] = await ses.vendor.outbox();
    expect(received?.from).toBe('briefings@foreword.test');
    expect(received?.headers['from']).toBe('=?UTF-8?Q?V=C3=B6rwort=2C_K=C3=B6ln?= <briefings@foreword.test>');
  });

  test('uses a new connection, since a reused one could break and leave the outcome unknown', async () => {
    const used = new WeakSet<Socket>();
    const server = createServer((request, response) => {
      if (used.has(request.socket)) {
        request.socket.destroy();
        return;
      }
      used.add(request.socket);
      const result = '<SendRawEmailResult><MessageId>m-1</MessageId></SendRawEmailResult>';
      request.resume().on('end', () => response.end(`<SendRawEmailResponse>${result}</SendRawEmailResponse>`));
    });
    const sender = provider({ baseUrl: await listenOnLoopback(server, 0) });
    try {
      for (let round = 0; round < 3; round += 1) {
        expect(await sender.send(mail)).toEqual({ providerMessageId: 'm-1' });
      }
    } finally {
      await close(server);
    }
  });

  test('attack 24: never gains a header or recipient through its subject', async () => {
    await provider().send({ ...mail, subject: 'A\r\nBcc: eve@evil.test\r\n\r\nBody' });
    const [received] = await ses.vendor.outbox();
    expect(received?.headers['bcc']).toBeUndefined();
    expect(await ses.vendor.outbox('eve@evil.test')).toEqual([]);
  });
});

describe('a rejected email', () => {
  test.each([
    'a@b.test, c@d.test',
    'a@b.test\r\nBcc: c@d.test',
    '"a b"@c.test',
    'no-address',
    '<a@b.test>',
    'a;c@b.test',
  ])('attack 24: is never sent to %j, which is not a single plain address', async (to) => {
    const since = new Date();
    await expect(provider().send({ ...mail, to })).rejects.toThrow(RequestRejectedError);
    const journal = await fetch(`${ses.url}/_control/journal?since=${since.toISOString()}`);
    expect(await journal.json()).toEqual({ requests: [] });
  });

  test.each([
    ['InvalidParameterValue', 400],
    ['ValidationError', 400],
    ['RequestEntityTooLargeException', 413],
  ])('with %s, which is about the email, fails permanently', async (code, status) => {
    await fault({ status, body: errorXml(code, 'The vendor says why.', status) });
    await expect(provider().send(mail)).rejects.toThrow(RequestRejectedError);
  });

  test.each([
    ['MessageRejected', 400],
    ['AccountSendingPausedException', 400],
    ['ConfigurationSetSendingPausedException', 400],
    ['MailFromDomainNotVerifiedException', 400],
    ['RequestExpired', 400],
    ['IncompleteSignature', 400],
    ['OptInRequired', 403],
    ['AnErrorWeDoNotKnow', 400],
  ])('with %s, which may be about the account, is retryable', async (code, status) => {
    await fault({ status, body: errorXml(code, 'The vendor says why.', status) });
    await expect(provider().send(mail)).rejects.toThrow(AccountRejectedError);
  });

  test('from an unverified sender is retryable', async () => {
    await expect(provider({ from: { name: '', address: 'x@elsewhere.test' } }).send(mail)).rejects.toThrow(
      AccountRejectedError,
    );
  });

  test('over the sending rate is retryable', async () => {
    const body =
      '<ErrorResponse><Error><Type>Sender</Type><Code>Throttling</Code><Message>Slow down</Message></Error></ErrorResponse>';
    await fault({ status: 400, body });
    await expect(provider().send(mail)).rejects.toThrow(RateLimitedError);
  });

  test.each([500, 503])('after a %i is retryable', async (status) => {
    await fault({ status });
    await expect(provider().send(mail)).rejects.toThrow(VendorUnavailableError);
  });

  test('answered by a proxy is retryable', async () => {
    await fault({ status: 502, body: 'Bad gateway' });
    await expect(provider().send(mail)).rejects.toThrow(VendorUnavailableError);
  });

  test('signed with a wrong key is retryable', async () => {
    await expect(provider({ secretAccessKey: 'wrong' }).send(mail)).rejects.toThrow(AccountRejectedError);
  });

  test('sent to a closed port is retryable', async () => {
    await expect(provider({ baseUrl: 'http://127.0.0.1:9' }).send(mail)).rejects.toThrow(VendorUnavailableError);
  });

  test('is attempted once', async () => {
    await fault({ status: 503, times: 1 });
    await expect(provider().send(mail)).rejects.toThrow(VendorUnavailableError);
    expect(await ses.vendor.outbox()).toEqual([]);
  });
});

test('waits for a slow service, with a timeout of more than 25 s', async () => {
  await fault({ delayMs: 500 });
  await provider().send(mail);
  expect(await ses.vendor.outbox()).toHaveLength(1);
  expect(SES_TIMEOUT_MS).toBeGreaterThan(25_000);
});

describe('an email with an unknown outcome', () => {
  test.each([
    ['the answer is lost', { dropAfterHandling: true }, 1, {}],
    ['the connection breaks', { drop: true }, 0, {}],
    ['no answer comes', { hang: true }, 0, { timeoutMs: 1_000 }],
  ])('is reported when %s', async (_, how, arrived, settings) => {
    await fault(how);
    await expect(provider(settings).send(mail)).rejects.toThrow(OutcomeUnknownError);
    expect(await ses.vendor.outbox()).toHaveLength(arrived);
  });
});
