import { Secret, TOTP } from 'otpauth';

/** Codes of the period before and after count too: clocks differ. */
const WINDOW = 1;
const SECRET_BYTES = 20;

/** Of a new authenticator app, in base32. */
export function createTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** What an authenticator app scans. */
export function totpUri(secret: string, email: string): string {
  return new TOTP({ issuer: 'Foreword', label: email, secret }).toString();
}

/** The period whose code this is, to be used up; null for every other code. */
export function totpPeriod(secret: string, code: string): number | null {
  const timestamp = Date.now();
  const totp = new TOTP({ secret });
  const delta = totp.validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}
