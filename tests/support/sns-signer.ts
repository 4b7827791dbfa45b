import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import { createSns, topicArn } from '#sandbox/ses/sns.ts';
import { close, listenOnLoopback } from '#sandbox/start-vendor.ts';

export { topicArn };

/** A topic of Amazon SNS that signs whatever a test has to say, with the certificate at its own address. */
export async function startSnsSigner() {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const server = createServer((_, response) => response.end(sns.certificate));
  const url = await listenOnLoopback(server, 0);
  const sns = createSns(privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), url);
  return { url, sign: (message: unknown) => sns.notification(message, '2'), close: async () => await close(server) };
}
