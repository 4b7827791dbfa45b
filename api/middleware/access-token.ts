import type { Request, RequestHandler } from 'express';
import { countSignInTry } from '#api/account-cap.ts';
import type { ApiContext } from '#api/context.ts';
import { badRequest, forbidden, insufficientScope, unauthorized } from '#api/errors.ts';
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

/** Finds out whose tool is calling. With a token in the request no cookie counts any more: what the token does not open stays closed. */
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

/** Made-up ones are counted by address before they are looked up, so that guesses do not keep the database from everybody else. @throws 429 */
async function lookUp(context: ApiContext, request: Request, token: string): Promise<TokenAccess | null> {
  const guess = await countSignInTry(context.redis, context.config.limits.general, `token:${addressKey(request)}`);
  if ('refusal' in guess) throw guess.refusal;
  const access = await findTokenAccess(context.pool, hashToken(token));
  if (access) await guess.undo();
  return access;
}

/**
 * Lets a tool through to the calls that its token opens. What anybody may call it calls as a visitor. Comes after the limits, so that guesses are counted.
 *
 * @throws 400 for a token in the address, 401 for one that opens nothing, 403 for a call that it does not open
 */
export const checkToken: RequestHandler = (request, _response, next) => {
  // Almost every request is a browser's, and is not held up.
  if (tokenOf(request) === null && !TOKEN.test(request.originalUrl)) return next();
  const calls = findCalls(request);
  if (calls.some(({ scope }) => scope) && TOKEN.test(request.originalUrl)) {
    throw badRequest(
      'An access token must not stand in an address, which ends up in logs. Revoke it, and send a new one in the Authorization header.',
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
  if (!caller || !('scopes' in caller)) throw unauthorized('This access token is not valid (any more).');
  const needed = calls.map(({ scope }) => scope);
  if (needed.includes(undefined)) throw forbidden('Access tokens cannot make this call: it takes a signed-in user.');
  if (needed.includes('write') && !caller.scopes.includes('write')) throw insufficientScope();
}

/** More than one where a fixed path fits the pattern of another call too: then each has its say. None where the server has no such call. */
function findCalls({ method, baseUrl, path }: Request): readonly Call[] {
  const asked = method === 'HEAD' ? 'GET' : method;
  return CALLS.filter((call) => call.method === asked && call.pattern.test(`${baseUrl}${path}`));
}

/** What the header carries under the scheme of tokens, whatever it is; null for every other caller. */
function tokenOf(request: Request): string | null {
  const [, scheme = '', token = ''] = /^(\S*) *(.*)$/.exec(request.get('authorization')?.trim() ?? '') ?? [];
  return scheme.toLowerCase() === 'bearer' ? token : null;
}
