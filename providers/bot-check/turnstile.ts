import * as z from 'zod';
import { VendorUnavailableError } from '#providers/errors.ts';
import { LoggableError } from '#telemetry/loggable-error.ts';
import type { BotCheck } from './provider.ts';

export const TURNSTILE_URL = 'https://challenges.cloudflare.com';
const TIMEOUT_MS = 5000;
/** Cloudflare's documented maximum; a longer token cannot be genuine. */
export const MAX_TOKEN_LENGTH = 2048;

const verdict = z.object({
  success: z.boolean(),
  hostname: z.string().optional(),
  action: z.string().optional(),
  'error-codes': z.array(z.string()).optional(),
});

export type TurnstileConfig = {
  secretKey: string;
  /** Replaces Cloudflare's; null for Cloudflare itself. */
  baseUrl: string | null;
  /** The host name of our pages; tokens from other sites are rejected. */
  hostname: string;
};

/**
 * Creates a bot check with Cloudflare Turnstile,
 * https://developers.cloudflare.com/turnstile/get-started/server-side-validation/
 */
export function createTurnstile({ secretKey, baseUrl, hostname }: TurnstileConfig): BotCheck {
  return {
    async verify(token, { actions, ip }) {
      if (token.length > MAX_TOKEN_LENGTH) return false;
      const answer = await ask(`${baseUrl ?? TURNSTILE_URL}/turnstile/v0/siteverify`, {
        secret: secretKey,
        response: token,
        ...(ip === undefined ? {} : { remoteip: ip }),
      });
      // An error at Cloudflare or in our settings says nothing about the visitor.
      const blamesUs = answer['error-codes']?.some((code) => /secret|internal-error/.test(code)) ?? false;
      if (!answer.success && blamesUs) {
        throw new VendorUnavailableError(new LoggableError('siteverify rejected TURNSTILE_SECRET_KEY, or failed.'));
      }
      return answer.success && answer.hostname === hostname && actions.some((action) => action === answer.action);
    },
  };
}

async function ask(url: string, body: Record<string, string>): Promise<z.infer<typeof verdict>> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (response.status >= 500) throw new LoggableError(`siteverify returned ${response.status}`);
    return verdict.parse(await response.json());
  } catch (cause) {
    throw new VendorUnavailableError(cause);
  }
}
