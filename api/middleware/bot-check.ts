import type { Request } from 'express';
import type { ApiContext } from '#api/context.ts';
import { badRequest, forbidden } from '#api/errors.ts';
import { MAX_TOKEN_LENGTH } from '#providers/bot-check/turnstile.ts';

/**
 * Asks for a token of the challenge widget, given for one of these actions. Called by the handler once the rest of the request is in order, because a
 * token counts once and should not be spent on a typing mistake.
 *
 * @throws 400 without a usable token, 403 when it does not count, 503 when that cannot be found out: then nobody is let through
 */
export async function checkBotToken(context: ApiContext, request: Request, actions: readonly string[]): Promise<void> {
  const token = request.get('x-turnstile-token') ?? '';
  if (token === '' || token.length > MAX_TOKEN_LENGTH) throw badRequest('Please complete the security verification');
  const isPerson = await context.botCheck.verify(token, { actions, ip: request.ip });
  if (!isPerson) throw forbidden('Security verification failed. Please try again.');
}
