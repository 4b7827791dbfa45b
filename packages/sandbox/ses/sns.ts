import { createHash, createPrivateKey, createPublicKey, randomUUID, sign } from 'node:crypto';
import { selfSignedCertificate } from '#sandbox/google/certificate.ts';

/** The topic for the verified identity's bounces and complaints. */
export const topicArn = 'arn:aws:sns:eu-central-1:000000000000:foreword-feedback';
export const subscriptionArn = `${topicArn}:5f0d7a5c-6f0b-4f0e-9a52-3f1f8f0a6d11`;

export type SignatureVersion = '1' | '2';

/**
 * A message that SNS posts to an HTTP endpoint
 * (https://docs.aws.amazon.com/sns/latest/dg/sns-message-and-json-formats.html).
 */
export type SnsMessage = {
  Type: 'Notification' | 'SubscriptionConfirmation';
  MessageId: string;
  TopicArn: string;
  Message: string;
  Timestamp: string;
  SignatureVersion: SignatureVersion;
  Signature: string;
  SigningCertURL: string;
  Token?: string;
  SubscribeURL?: string;
  UnsubscribeURL?: string;
};

export type Sns = {
  notification(message: unknown, version: SignatureVersion): SnsMessage;
  confirmation(token: string, version: SignatureVersion): SnsMessage;
  /** The certificate at `SigningCertURL`, in PEM. */
  certificate: string;
  certificatePath: string;
  /** Sends one message; returns the receiver's status, 0 if it is unreachable. */
  post(url: string, message: SnsMessage): Promise<number>;
};

/**
 * Creates the part of Amazon SNS that SES feedback needs: signed envelopes, posted once each. Timestamps are real time.
 */
export function createSns(privateKeyPem: string, baseUrl: string): Sns {
  const privateKey = createPrivateKey(privateKeyPem);
  const publicKey = createPublicKey(privateKey);
  const fingerprint = createHash('md5')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('hex');
  const certificatePath = `/SimpleNotificationService-${fingerprint}.pem`;

  function seal(fields: Pick<SnsMessage, 'Type' | 'Message' | 'Token' | 'SubscribeURL'>, version: SignatureVersion) {
    const message = { ...fields, MessageId: randomUUID(), TopicArn: topicArn, Timestamp: new Date().toISOString() };
    const signature = sign(version === '1' ? 'sha1' : 'sha256', Buffer.from(textToSign(message)), privateKey);
    return {
      ...message,
      SignatureVersion: version,
      Signature: signature.toString('base64'),
      SigningCertURL: `${baseUrl}${certificatePath}`,
    };
  }

  return {
    certificate: selfSignedCertificate(publicKey, privateKey, 'sns.sandbox.test'),
    certificatePath,
    notification: (message, version) => ({
      ...seal({ Type: 'Notification', Message: JSON.stringify(message) }, version),
      UnsubscribeURL: `${baseUrl}/?Action=Unsubscribe&SubscriptionArn=${subscriptionArn}`,
    }),
    confirmation: (token, version) =>
      seal(
        {
          Type: 'SubscriptionConfirmation',
          Message: `You have chosen to subscribe to the topic ${topicArn}.\nTo confirm the subscription, visit the SubscribeURL included in this message.`,
          Token: token,
          SubscribeURL: `${baseUrl}/?Action=ConfirmSubscription&TopicArn=${topicArn}&Token=${token}`,
        },
        version,
      ),
    post,
  };
}

/** Returns the present fields, in byte order, each as `name\nvalue\n`. */
function textToSign(message: Omit<SnsMessage, 'SignatureVersion' | 'Signature' | 'SigningCertURL'>): string {
  const signed = ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'];
  const values = new Map(Object.entries(message));
  return signed.map((name) => (values.has(name) ? `${name}\n${values.get(name)}\n` : '')).join('');
}

async function post(url: string, message: SnsMessage): Promise<number> {
  try {
    const { status, body } = await fetch(url, {
      method: 'POST',
      headers: {
        'x-amz-sns-message-type': message.Type,
        'x-amz-sns-message-id': message.MessageId,
        'x-amz-sns-topic-arn': topicArn,
        ...(message.Type === 'Notification' && { 'x-amz-sns-subscription-arn': subscriptionArn }),
        'content-type': 'text/plain; charset=UTF-8',
        'user-agent': 'Amazon Simple Notification Service Agent',
      },
      body: JSON.stringify(message),
      signal: AbortSignal.timeout(15_000),
    });
    await body?.cancel();
    return status;
  } catch (error) {
    if (error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError')) return 0;
    throw error;
  }
}
