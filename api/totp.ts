import { Secret, TOTP } from 'otpauth';

/** Also accepts codes of the adjacent periods, since clocks differ. */
const WINDOW = 1;
const SECRET_BYTES = 20;

/** Creates an authenticator app's secret, in base32. */
export function createTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** Returns the URI that an authenticator app scans. */
export function totpUri(secret: string, email: string): string {
  return new TOTP({ issuer: 'Foreword', label: email, secret }).toString();
}

/** Returns the period a code belongs to, to be marked as used; null if the code is incorrect. */
export function totpPeriod(secret: string, code: string): number | null {
  const timestamp = Date.now();
  const totp = new TOTP({ secret });
  const delta = totp.validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}
