/** Returns whether a string looks like a token from our emails: 32 bytes in base64url. */
export function isLinkToken(token: string): boolean {
  return /^[\w-]{43}$/.test(token);
}

/** Reads the token from the query of a page that emails link to. */
export function readTokenSearch({ token }: Record<string, unknown>): { token?: string } {
  return typeof token === 'string' ? { token } : {};
}
