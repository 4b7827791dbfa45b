import express, { type Request, type RequestHandler, Router } from 'express';
import { stopBriefings } from '#api/commands/stop-briefings.ts';
import type { ApiContext } from '#api/context.ts';
import { badRequest } from '#api/errors.ts';
import { parse } from '#api/http.ts';
import { createRateLimit } from '#api/middleware/rate-limit.ts';
import { oneClickNewsletter, oneClickUnsubscribe } from '#contract/unsubscribe.ts';
import { deleteSubscription } from '#db/queries/newsletter-subscriptions.ts';
import { openUnsubscribeToken } from '#db/unsubscribe-token.ts';

const BODY_LIMIT = '100kb';

/**
 * One-click unsubscribe (RFC 8058): a mail provider posts a form to the URL in List-Unsubscribe, which is also a page.
 * Runs before the cross-site guard and the session, since such calls have neither an origin nor JSON. The token alone
 * decides what happens, so a page that makes a browser post here gains nothing. The response is the same for every
 * token and never redirects.
 */
export function oneClickRoute({ pool, encryption, redis, config }: ApiContext): Router {
  const isLimited = createRateLimit(redis, { name: 'one-click', limit: config.limits.general, by: 'address' });
  const readText = express.text({ type: () => true, limit: BODY_LIMIT });
  return Router()
    .post(
      oneClickUnsubscribe.path,
      isLimited,
      readText,
      handle(async (token) => {
        const userId = openUnsubscribeToken(encryption, 'briefings', token);
        if (userId !== null) await stopBriefings({ pool }, userId);
      }),
    )
    .post(
      oneClickNewsletter.path,
      isLimited,
      readText,
      handle(async (token) => {
        const email = openUnsubscribeToken(encryption, 'newsletter', token);
        if (email === null) return;
        await pool.transaction((transaction) => deleteSubscription(transaction, email));
      }),
    );
}

function handle(end: (token: string) => Promise<void>): RequestHandler {
  return async (request, response) => {
    const { token } = parse(oneClickUnsubscribe.query, request.query);
    if (!(await isOneClick(request))) throw badRequest('This is not a one-click unsubscribe request.');
    await end(token);
    response.setHeader('Cache-Control', 'no-store');
    response.status(200).end();
  };
}

/** Returns whether the body is the form that mail providers send, rather than a scanner's probe. */
async function isOneClick({ headers, body }: Request): Promise<boolean> {
  const type = headers['content-type'];
  const text: unknown = body;
  if (type === undefined || typeof text !== 'string') return false;
  try {
    const form = await new Response(text, { headers: { 'content-type': type } }).formData();
    return form.get('List-Unsubscribe') === 'One-Click';
  } catch (error) {
    if (error instanceof TypeError) return false; // neither of the two kinds of form, or broken
    throw error;
  }
}
