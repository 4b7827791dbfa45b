import { setTimeout as sleep } from 'node:timers/promises';
import { TOTP } from 'otpauth';
import { addTotp, confirmTotp } from '#contract/factors.ts';
import type { HttpClient } from './http-client.ts';

const PERIOD_MS = 30_000;
/** A request can take this long on a busy machine. */
const REQUEST_MS = 5_000;

/** Returns the authenticator app's current code, or the one `periods` later. */
export function totpCode(secret: string, periods = 0): string {
  return new TOTP({ secret }).generate({ timestamp: Date.now() + periods * PERIOD_MS });
}

export type AuthenticatorApp = { secret: string; recoveryCodes: string[] };

/** Adds an authenticator app with the previous period's code, so that the current and next codes stay unused. */
export async function addAuthenticatorApp(client: HttpClient): Promise<AuthenticatorApp> {
  const { secret } = await client.data(addTotp, { body: {} });
  const leftMs = () => PERIOD_MS - (Date.now() % PERIOD_MS);
  for (;;) {
    // A code of the previous period is refused once the current one ends. Timers may fire a millisecond early.
    while (leftMs() < REQUEST_MS) await sleep(leftMs());
    const endsAt = Date.now() + leftMs();
    try {
      const { recoveryCodes } = await client.data(confirmTotp, { body: { code: totpCode(secret, -1) } });
      return { secret, recoveryCodes };
    } catch (error) {
      // Otherwise the request took longer than the code was valid.
      if (Date.now() < endsAt) throw error;
    }
  }
}
