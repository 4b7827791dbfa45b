import { Router } from 'express';
import { requestObjection } from '#api/commands/request-objection.ts';
import { inConstantTime } from '#api/constant-time.ts';
import type { ApiContext } from '#api/context.ts';
import { answer, readBody } from '#api/http.ts';
import { takeMailAllowance } from '#api/mail-allowance.ts';
import { checkBotToken } from '#api/middleware/bot-check.ts';
import { requestObjection as endpoint } from '#contract/objections.ts';

export function objectionRoute(context: ApiContext): Router {
  return Router().post(endpoint.path, async (request, response) => {
    const { email } = readBody(endpoint, request);
    await checkBotToken(context, request, ['objection']);
    await inConstantTime(async () => {
      if (await takeMailAllowance(context, request, email)) await requestObjection(context, email);
    });
    answer(response, endpoint, { message: 'Check your email: we sent you a link to confirm your request.' });
  });
}
