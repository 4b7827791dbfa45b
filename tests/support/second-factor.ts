import { TOTP } from 'otpauth';
import { addTotp, confirmTotp } from '#contract/factors.ts';
import type { HttpClient } from './http-client.ts';

const PERIOD_MS = 30_000;

/** The authenticator app's current code, or the one `periods` later. */
export function totpCode(secret: string, periods = 0): string {
  return new TOTP({ secret }).generate({ timestamp: Date.now() + periods * PERIOD_MS });
}

export type AuthenticatorApp = { secret: string; recoveryCodes: string[] };

/** Adds an authenticator app with the previous period's code, so that the current and next codes stay unused. */
export async function addAuthenticatorApp(client: HttpClient): Promise<AuthenticatorApp> {
  const { secret } = await client.data(addTotp, { body: {} });
  const { recoveryCodes } = await client.data(confirmTotp, { body: { code: totpCode(secret, -1) } });
  return { secret, recoveryCodes };
}
