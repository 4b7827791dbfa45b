import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import webPush from 'web-push';
import * as z from 'zod';

const secretsSchema = z.object({
  SESSION_SECRET: z.string().min(32),
  ENCRYPTION_KEYS: z.string().min(1),
  VAPID_PUBLIC_KEY: z.string().optional(),
  VAPID_PRIVATE_KEY: z.string().optional(),
});

export type Secrets = z.infer<typeof secretsSchema>;

/**
 * Returns a local instance's secrets, generated once and kept, since sessions and stored tokens need the same ones.
 * @throws if the file is damaged: new secrets would make stored tokens unreadable, so the user must decide
 */
export function loadSecrets(path: string): Secrets {
  if (!existsSync(path)) saveSecrets(path, makeSecrets());
  try {
    const secrets = secretsSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
    if (secrets.VAPID_PRIVATE_KEY !== undefined) return secrets;
    // The instance was created before push messages were introduced.
    const all = { ...secrets, ...makePushKeys() };
    saveSecrets(path, all);
    return all;
  } catch (cause) {
    throw new Error(`${path} is damaged. Restore it, or start over with \`npm run reset\`.`, { cause });
  }
}

function makeSecrets(): Secrets {
  return {
    SESSION_SECRET: randomBytes(32).toString('base64url'),
    ENCRYPTION_KEYS: `local-1:${randomBytes(32).toString('base64')}`,
    ...makePushKeys(),
  };
}

function makePushKeys() {
  const { publicKey, privateKey } = webPush.generateVAPIDKeys();
  return { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey };
}

function saveSecrets(path: string, secrets: Secrets): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.new`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}
