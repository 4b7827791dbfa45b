import { type Request, type RequestHandler, Router } from 'express';
import type { MicrosoftContext } from '#sandbox/microsoft/context.ts';
import { badRequest, GraphError } from '#sandbox/microsoft/errors.ts';
import { calendarRoutes } from '#sandbox/microsoft/graph/calendar-routes.ts';
import { eventActionRoutes } from '#sandbox/microsoft/graph/event-actions.ts';
import { eventRoutes } from '#sandbox/microsoft/graph/event-routes.ts';
import { meRoutes } from '#sandbox/microsoft/graph/me-routes.ts';
import { requestIds } from '#sandbox/microsoft/graph/request-ids.ts';
import { subscriptionRoutes } from '#sandbox/microsoft/graph/subscription-routes.ts';
import { accountOf, findAccessToken } from '#sandbox/microsoft/identity/grants.ts';

/** Serves Microsoft Graph v1.0; mounted on `/v1.0`. */
export function graphRoutes(context: MicrosoftContext): Router {
  const router = Router();
  router.use(sendGraphHeaders, readKeySegments, readUserSegment(context));
  router.use(meRoutes(context), calendarRoutes(context), eventActionRoutes(context), eventRoutes(context));
  router.use(subscriptionRoutes(context));
  router.use((req) => {
    throw badRequest(`Resource not found for the segment '${req.path.split('/').at(-1)}'.`);
  });
  return router;
}

const sendGraphHeaders: RequestHandler = (req, res, next) => {
  res.set({
    ...requestIds(req),
    'content-type':
      'application/json;odata.metadata=minimal;odata.streaming=true;IEEE754Compatible=false;charset=utf-8',
    'odata-version': '4.0',
    'cache-control': 'private',
  });
  next();
};

/**
 * Rewrites keys in parentheses to segments, since OData accepts both: `calendars('x')/events` is `calendars/x/events`.
 */
const readKeySegments: RequestHandler = (req, _res, next) => {
  req.url = req.url.replaceAll(/\((?:'|%27)((?:(?!'|%27)[^/?])+)(?:'|%27)\)/gi, '/$1');
  next();
};

/**
 * Rewrites `/users/{id or userPrincipalName}` to `/me` for the user's own id; a delegated token doesn't give
 * access to others.
 */
function readUserSegment(context: MicrosoftContext): RequestHandler {
  return (req, _res, next) => {
    const [, user] = /^\/users\/([^/?]+)/i.exec(req.url) ?? [];
    if (user === undefined) return next();
    const account = callerOf(context, req);
    if (account && ![account.oid, account.email].includes(decodeURIComponent(user).toLowerCase())) {
      throw new GraphError(404, 'ErrorInvalidUser', `The requested user '${decodeURIComponent(user)}' is invalid.`);
    }
    req.url = req.url.replace(/^\/users\/[^/?]+/i, '/me');
    next();
  };
}

function callerOf(context: MicrosoftContext, req: Request) {
  const token = findAccessToken(context, req.headers.authorization?.split(' ')[1] ?? '');
  return token && accountOf(context, token.oid);
}
