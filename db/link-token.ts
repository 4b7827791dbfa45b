import { createHash, randomBytes } from 'node:crypto';

/** The secret part of a mailed link: 32 random bytes, base64url. The mail alone has it. */
export function createToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored of a token, and looked up by. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
