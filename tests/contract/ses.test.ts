import {
  GetIdentityVerificationAttributesCommand,
  GetSendQuotaCommand,
  SESClient,
  SendEmailCommand,
  SendRawEmailCommand,
} from '@aws-sdk/client-ses';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSes } from '#sandbox/ses/ses.ts';
import { startVendor } from '#sandbox/start-vendor.ts';
import { readKeys } from '#tests/contract/settings.ts';

type Session = {
  region: string;
  endpoint: string | undefined;
  credentials: Credentials;
  from: string;
  close: () => Promise<void>;
};
type Credentials = { accessKeyId: string; secretAccessKey: string };
type Target = { name: string; open: () => Promise<Session> };

const keys = readKeys(
  'CONTRACT_SES_ACCESS_KEY_ID',
  'CONTRACT_SES_SECRET_ACCESS_KEY',
  'CONTRACT_SES_REGION',
  'CONTRACT_SES_FROM',
);

const sandbox: Target = {
  name: 'sandbox',
  open: async () => {
    const { url, close } = await startVendor(createSes);
    const credentials = { accessKeyId: 'sandbox', secretAccessKey: 'sandbox' };
    return { region: 'eu-central-1', endpoint: url, credentials, from: 'briefings@foreword.test', close };
  },
};
const real: Target[] = keys
  ? [
      {
        name: 'Amazon SES',
        open: async () => ({
          region: keys.CONTRACT_SES_REGION,
          endpoint: undefined,
          credentials: {
            accessKeyId: keys.CONTRACT_SES_ACCESS_KEY_ID,
            secretAccessKey: keys.CONTRACT_SES_SECRET_ACCESS_KEY,
          },
          from: keys.CONTRACT_SES_FROM,
          close: async () => {},
        }),
      },
    ]
  : [];

/** Emails go to Amazon's mailbox simulator: they reach no one and do not affect the sender's reputation. */
describe.each([sandbox, ...real])('SES v1, $name', ({ open }) => {
  const to = { ToAddresses: ['success@simulator.amazonses.com'] };
  const content = { Subject: { Data: 'Contract' }, Body: { Text: { Data: 'plain' }, Html: { Data: '<p>rich</p>' } } };
  let session: Session;
  let client: SESClient;

  beforeAll(async () => {
    session = await open();
    client = clientWith(session.credentials);
  });
  afterAll(() => session.close());

  test('accepts an email and returns its id', async () => {
    const { MessageId } = await client.send(
      new SendEmailCommand({ Source: session.from, Destination: to, Message: content }),
    );
    expect(MessageId).toMatch(/^[0-9a-f]{16}-[0-9a-f-]{36}-\d{6}$/);
  });

  test('accepts a raw email', async () => {
    const lines = [
      `From: ${session.from}`,
      `To: ${to.ToAddresses[0]}`,
      'Subject: Contract',
      'X-Own: kept',
      '',
      'plain',
    ];
    const { MessageId } = await client.send(
      new SendRawEmailCommand({ RawMessage: { Data: Buffer.from(lines.join('\r\n')) } }),
    );
    expect(MessageId).toBeDefined();
  });

  test('refuses an unverified sender with MessageRejected', async () => {
    const Source = 'someone@not-verified.invalid.example';
    const sending = client.send(new SendEmailCommand({ Source, Destination: to, Message: content }));
    await expect(sending).rejects.toMatchObject({
      name: 'MessageRejected',
      message: expect.stringContaining('Email address is not verified.'),
    });
  });

  test('rejects an unknown configuration set', async () => {
    const sending = client.send(
      new SendEmailCommand({
        Source: session.from,
        Destination: to,
        Message: content,
        ConfigurationSetName: 'no-such-set',
      }),
    );
    await expect(sending).rejects.toMatchObject({ name: 'ConfigurationSetDoesNotExistException' });
  });

  test('returns the quota as numbers', async () => {
    const { Max24HourSend, MaxSendRate, SentLast24Hours } = await client.send(new GetSendQuotaCommand({}));
    expect([Max24HourSend, MaxSendRate, SentLast24Hours].map((value) => typeof value)).toEqual([
      'number',
      'number',
      'number',
    ]);
  });

  test('lists the sender or its domain as verified and omits an unknown domain', async () => {
    const sender = /<([^>]+)>/.exec(session.from)?.[1] ?? session.from;
    const domain = sender.slice(sender.lastIndexOf('@') + 1);
    const Identities = [domain, sender, 'no-such-domain.invalid.example'];
    const { VerificationAttributes } = await client.send(new GetIdentityVerificationAttributesCommand({ Identities }));
    const states = Object.values(VerificationAttributes ?? {}).map(({ VerificationStatus }) => VerificationStatus);
    expect(states).toContain('Success');
    expect(VerificationAttributes).not.toHaveProperty('no-such-domain.invalid.example');
  });

  test('refuses a wrong secret and an unknown key', async () => {
    const { accessKeyId } = session.credentials;
    const wrongSecret = clientWith({ accessKeyId, secretAccessKey: 'wrong' }).send(new GetSendQuotaCommand({}));
    await expect(wrongSecret).rejects.toMatchObject({ name: 'SignatureDoesNotMatch' });
    const unknown = { accessKeyId: 'AKIAUNKNOWNUNKNOWN00', secretAccessKey: 'wrong' };
    await expect(clientWith(unknown).send(new GetSendQuotaCommand({}))).rejects.toMatchObject({
      name: 'InvalidClientTokenId',
    });
  });

  function clientWith(credentials: Credentials): SESClient {
    const { region, endpoint } = session;
    return new SESClient({ region, credentials, maxAttempts: 1, ...(endpoint !== undefined && { endpoint }) });
  }
});
