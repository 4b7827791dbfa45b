import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import * as z from 'zod';

const secretsSchema = z.object({ SESSION_SECRET: z.string().min(32), ENCRYPTION_KEYS: z.string().min(1) });

export type Secrets = z.infer<typeof secretsSchema>;

/**
 * The secrets of a local instance, made once and kept, since sessions and stored tokens are readable only with the same ones.
 * @throws when the file is damaged: new secrets would make the stored tokens unreadable, so the choice is the user's.
 */
export function loadSecrets(path: string): Secrets {
  if (!existsSync(path)) saveSecrets(path, makeSecrets());
  try {
    return secretsSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (cause) {
    throw new Error(`${path} is damaged. Restore it, or start over with \`npm run reset\`.`, { cause });
  }
}

function makeSecrets(): Secrets {
  return {
    SESSION_SECRET: randomBytes(32).toString('base64url'),
    ENCRYPTION_KEYS: `local-1:${randomBytes(32).toString('base64')}`,
  };
}

function saveSecrets(path: string, secrets: Secrets): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.new`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}
