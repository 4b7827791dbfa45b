import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import { createSns, topicArn } from '#sandbox/ses/sns.ts';
import { close, listenOnLoopback } from '#sandbox/start-vendor.ts';

export { topicArn };

/** Starts an SNS topic that signs any message, with its certificate at its own URL. */
export async function startSnsSigner() {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const server = createServer((_, response) => response.end(sns.certificate));
  const url = await listenOnLoopback(server, 0);
  const sns = createSns(privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), url);
  return { url, sign: (message: unknown) => sns.notification(message, '2'), close: async () => await close(server) };
}
