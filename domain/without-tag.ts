/** Removes the tag from an address: mail to `dana+sales@` arrives at `dana@` (RFC 5233), so both are one person. */
export function withoutTag(email: string): string {
  return email.replace(/^([^+@]+)\+[^@]*@/, '$1@');
}
