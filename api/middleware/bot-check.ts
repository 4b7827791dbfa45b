import type { Request } from 'express';
import type { ApiContext } from '#api/context.ts';
import { badRequest, forbidden } from '#api/errors.ts';
import { MAX_TOKEN_LENGTH } from '#providers/bot-check/turnstile.ts';

/**
 * Requires a challenge token for one of these actions. Call it after validating the rest of the request: a token works
 * once and should not be wasted on a typo.
 *
 * @throws 400 without a usable token, 403 if it is rejected, 503 if it cannot be checked
 */
export async function checkBotToken(context: ApiContext, request: Request, actions: readonly string[]): Promise<void> {
  const token = request.get('x-turnstile-token') ?? '';
  if (token === '' || token.length > MAX_TOKEN_LENGTH) throw badRequest('Please complete the security verification');
  const isPerson = await context.botCheck.verify(token, { actions, ip: request.ip });
  if (!isPerson) throw forbidden('Security verification failed. Please try again.');
}
