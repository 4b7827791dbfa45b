/** Mail to `dana+sales@` arrives at `dana@` (RFC 5233): one person has both. */
export function withoutTag(email: string): string {
  return email.replace(/^([^+@]+)\+[^@]*@/, '$1@');
}
