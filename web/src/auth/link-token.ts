/** Whether a text has the shape of the token in our mails: 32 bytes in base64url. Only the server can say whether it is a good one. */
export function isLinkToken(token: string): boolean {
  return /^[\w-]{43}$/.test(token);
}

/** The query of a page that a mail leads to. */
export function readTokenSearch({ token }: Record<string, unknown>): { token?: string } {
  return typeof token === 'string' ? { token } : {};
}
