import { createHash, randomBytes } from 'node:crypto';

/** Creates the secret part of an emailed link: 32 random bytes, base64url. Only the email contains it. */
export function createToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Hashes a token for storage and lookup. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
