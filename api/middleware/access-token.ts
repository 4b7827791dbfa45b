import type { Request, RequestHandler } from 'express';
import { countSignInTry } from '#api/account-cap.ts';
import type { ApiContext } from '#api/context.ts';
import { badRequest, forbidden, insufficientScope, invalidToken } from '#api/errors.ts';
import { operations } from '#api/openapi/operations.ts';
import { type Access, fullPath, type Scope } from '#contract/http.ts';
import { hashToken } from '#db/link-token.ts';
import { findTokenAccess, markTokenUsed, type TokenAccess } from '#db/queries/access-tokens.ts';
import { addressKey } from './rate-limit.ts';

export const TOKEN_PREFIX = 'fwd_';
const TOKEN = /fwd_[\w-]{43}/;
const USED_AGAIN_AFTER_MS = 10 * 60_000;

type Call = { method: string; pattern: RegExp; access: Access; scope: Scope | undefined };

const CALLS: readonly Call[] = operations.map(({ endpoint }) => ({
  method: endpoint.method.toUpperCase(),
  pattern: new RegExp(`^${fullPath(endpoint).replaceAll(/:\w+/g, '[^/]+')}/?$`, 'i'),
  access: endpoint.access,
  scope: endpoint.scope,
}));

/**
 * Reads the request's access token. If there is one, even an invalid one, cookies are ignored: a tool gets no more than
 * its token allows.
 */
export function readToken(context: ApiContext): RequestHandler {
  return async (request, _response, next) => {
    const token = tokenOf(request);
    if (token !== null) {
      const access = TOKEN.exec(token)?.[0] === token ? await lookUp(context, request, token) : null;
      request.access = access;
      const usedAt = access?.tokenLastUsedAt?.getTime() ?? 0;
      if (access && Date.now() - usedAt > USED_AGAIN_AFTER_MS) await markTokenUsed(context.pool, access.tokenId);
    }
    next();
  };
}

/**
 * Finds a token's user. Invalid tokens are limited by IP address, so that guessing cannot overload the database.
 *
 * @throws 429 after too many
 */
async function lookUp(context: ApiContext, request: Request, token: string): Promise<TokenAccess | null> {
  const guess = await countSignInTry(context.redis, context.config.limits.general, `token:${addressKey(request)}`);
  if ('refusal' in guess) throw guess.refusal;
  const access = await findTokenAccess(context.pool, hashToken(token));
  if (access) await guess.undo();
  return access;
}

/**
 * Restricts a tool to the calls its token allows, and to public calls, which it makes as a visitor. Runs after the
 * limits, so that guesses count.
 *
 * @throws 400 for a token in the URL, 401 for an invalid one, 403 for a call that the token does not allow
 */
export const checkToken: RequestHandler = (request, _response, next) => {
  // Fast path: almost all requests come from browsers, without a token.
  if (tokenOf(request) === null && !TOKEN.test(request.originalUrl)) return next();
  const calls = findCalls(request);
  if (calls.some(({ scope }) => scope) && TOKEN.test(request.originalUrl)) {
    throw badRequest(
      'Do not put an access token in a URL: URLs end up in logs. Revoke this one and send a new one in the Authorization header.',
    );
  }
  if (tokenOf(request) !== null) checkScope(request, calls);
  next();
};

function checkScope(request: Request, calls: readonly Call[]): void {
  const { access: caller } = request;
  if (calls.every(({ access }) => access === 'public')) {
    request.access = null;
    return;
  }
  if (!caller || !('scopes' in caller)) throw invalidToken();
  const needed = calls.map(({ scope }) => scope);
  if (needed.includes(undefined)) throw forbidden('Access tokens cannot make this call. It requires a signed-in user.');
  if (needed.includes('write') && !caller.scopes.includes('write')) throw insufficientScope();
}

/**
 * Returns the calls that match a request: several if a fixed path also fits another pattern, in which case all must
 * allow it; none if there is no such call.
 */
function findCalls({ method, baseUrl, path }: Request): readonly Call[] {
  const asked = method === 'HEAD' ? 'GET' : method;
  return CALLS.filter((call) => call.method === asked && call.pattern.test(`${baseUrl}${path}`));
}

/** Returns the bearer token, valid or not; null if there is none. */
function tokenOf(request: Request): string | null {
  const [, scheme = '', token = ''] = /^(\S*) *(.*)$/.exec(request.get('authorization')?.trim() ?? '') ?? [];
  return scheme.toLowerCase() === 'bearer' ? token : null;
}
