import type { Request, RequestHandler, Response, Router } from 'express';
import type * as z from 'zod';
import type { Endpoint, Scope } from '#contract/http.ts';
import type { AccessRow } from '#db/queries/access.ts';
import type { ApiContext } from './context.ts';
import { type Answer, answer, parse } from './http.ts';
import { requireAdmin } from './middleware/require-admin.ts';
import { requireSubscription } from './middleware/require-subscription.ts';
import { currentSession, currentUser, requireUser } from './middleware/require-user.ts';
import type { Caller } from './sessions.ts';

/** Adds an endpoint's route to the router for /api. */
export type Route = (router: Router, context: ApiContext) => void;

/** A call that passed the endpoint's guards and whose input is valid. */
export type Call<E extends Endpoint> = {
  context: ApiContext;
  request: Request;
  response: Response;
  caller: CallerOf<E>;
  params: Parsed<E['params']>;
  query: Parsed<E['query']>;
  body: Parsed<E['body']>;
};
type Input = 'params' | 'query' | 'body';
type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;
/** Null if the endpoint is public. Access tokens work only for endpoints with a scope. */
type CallerOf<E> = E extends { access: 'public' } ? null : E extends { scope: Scope } ? Caller : AccessRow;

/**
 * Creates the route of an endpoint: enforces its `access`, parses its input, and sends what `handle` returns.
 *
 * @param before Creates middleware that runs after the guards, before the input is parsed.
 */
export function route<E extends Endpoint>(
  endpoint: E,
  handle: (call: Call<E>) => Promise<Answer<E>> | Answer<E>,
  before: (context: ApiContext) => readonly RequestHandler[] = () => [],
): Route {
  const { method, path } = endpoint;
  return (router, context) => {
    router[method](path, ...guardsOf(endpoint, context), ...before(context), async (request, response) => {
      const input = {
        params: parsed(endpoint, 'params', request.params),
        query: parsed(endpoint, 'query', request.query),
        body: parsed(endpoint, 'body', request.body ?? {}),
      };
      const caller = callerOf(endpoint, request);
      answer(response, endpoint, await handle({ context, request, response, caller, ...input }));
    });
  };
}

function guardsOf({ access, scope }: Endpoint, context: ApiContext): readonly RequestHandler[] {
  switch (access) {
    case 'public':
      return [];
    case 'session':
      return [requireUser(context)];
    case 'subscriber':
      return [...(scope ? [] : [requireUser(context)]), requireSubscription(context)];
    case 'admin':
      return [requireAdmin(context)];
    default:
      throw new Error(`An endpoint with access "${access}" must check its requests itself, without route().`);
  }
}

function callerOf<E extends Endpoint>(endpoint: E, request: Request): CallerOf<E>;
function callerOf({ access, scope }: Endpoint, request: Request): Caller | null {
  if (access === 'public') return null;
  return scope ? currentUser(request) : currentSession(request);
}

function parsed<E extends Endpoint, Part extends Input>(endpoint: E, part: Part, value: unknown): Parsed<E[Part]>;
function parsed(endpoint: Endpoint, part: Input, value: unknown): unknown {
  const schema = endpoint[part];
  return schema && parse(schema, value);
}
