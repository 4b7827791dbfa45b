import { Secret, TOTP } from 'otpauth';

/** Also accepts the codes of the adjacent periods: clocks differ. */
const WINDOW = 1;
const SECRET_BYTES = 20;

/** Creates an authenticator app's secret, in base32. */
export function createTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** The URI an authenticator app scans. */
export function totpUri(secret: string, email: string): string {
  return new TOTP({ issuer: 'Foreword', label: email, secret }).toString();
}

/** The period a code belongs to, to be used up; null if it is wrong. */
export function totpPeriod(secret: string, code: string): number | null {
  const timestamp = Date.now();
  const totp = new TOTP({ secret });
  const delta = totp.validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}
