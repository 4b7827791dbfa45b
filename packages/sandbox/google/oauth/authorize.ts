import { randomBytes } from 'node:crypto';
import { type Request, type Response, Router } from 'express';
import * as z from 'zod';
import { findAccount } from '#sandbox/google/accounts.ts';
import type { GoogleContext } from '#sandbox/google/context.ts';
import { type AuthorizeRequest, readAuthorizeRequest } from '#sandbox/google/oauth/authorize-request.ts';
import { consentPage, refusalPage } from '#sandbox/google/oauth/consent-page.ts';
import { grantedScopes } from '#sandbox/google/oauth/grants.ts';
import { canonicalScope, isCalendarScope, isSignInScope } from '#sandbox/google/scopes.ts';
import { placeEventsAtConsent } from '#sandbox/google/seed/seed.ts';
import type { Account } from '#sandbox/google/state.ts';

const codeLifetimeMs = 600_000;

const decision = z.object({
  decision: z.enum(['allow', 'cancel']),
  account: z.string().optional(),
  scope: z.union([z.string(), z.array(z.string())]).optional(),
});

/**
 * Serves `/o/oauth2/v2/auth`: one plain form with accounts, scopes, Allow and Cancel. It posts to its own URL, so the
 * request stays in the query and needs no server-side state.
 */
export function authorizeRoutes(context: GoogleContext): Router {
  const router = Router();
  const path = '/o/oauth2/v2/auth';

  router.get(path, (req, res) => {
    const request = readOrRefuse(context, req, res);
    if (!request) return;
    if (request.prompts.includes('none')) return redirect(res, request, { error: 'interaction_required' });
    res.type('html').send(consentPage({ request, accounts: context.state.accounts, action: req.originalUrl }));
  });

  router.post(path, (req, res) => {
    const request = readOrRefuse(context, req, res);
    if (!request) return;
    const answer = decision.safeParse(req.body);
    if (!answer.success) return refuse(res, 400, 'invalid_request', 'The consent form was not filled in.');
    if (answer.data.decision === 'cancel') return redirect(res, request, { error: 'access_denied' });
    const account = findAccount(context, answer.data.account ?? '');
    if (!account) return refuse(res, 400, 'invalid_request', 'Choose an account.');

    const ticked = new Set([answer.data.scope ?? []].flat());
    const allowed = request.scopes.filter((scope) => isSignInScope(scope) || ticked.has(scope));
    if (allowed.length === 0) return redirect(res, request, { error: 'access_denied' });
    if (allowed.some(isCalendarScope)) placeEventsAtConsent(context, account);
    const { code, scopes } = issueCode(context, request, account, allowed);
    redirect(res, request, {
      code,
      scope: scopes.join(' '),
      authuser: '0',
      hd: account.email.slice(account.email.indexOf('@') + 1),
      prompt: request.prompts.includes('consent') ? 'consent' : 'none',
    });
  });

  return router;
}

function issueCode(
  context: GoogleContext,
  request: AuthorizeRequest,
  account: Account,
  allowed: string[],
): { code: string; scopes: string[] } {
  const earlier = request.includeGrantedScopes ? grantedScopes(context, account.sub) : [];
  const scopes = [...new Set([...allowed.map(canonicalScope), ...earlier])];
  const code = `4/0A${randomBytes(32).toString('base64url')}`;
  context.state.codes = context.state.codes.filter((issued) => issued.expiresAtMs > Date.now());
  context.state.codes.push({
    code,
    sub: account.sub,
    redirectUri: request.redirectUri,
    scopes,
    offline: request.offline,
    expiresAtMs: Date.now() + codeLifetimeMs,
    forceRefreshToken: request.prompts.includes('consent'),
    ...(request.nonce !== undefined && { nonce: request.nonce }),
    ...(request.challenge !== undefined && {
      challenge: request.challenge,
      challengeMethod: request.challengeMethod,
    }),
  });
  context.save();
  return { code, scopes };
}

function readOrRefuse(context: GoogleContext, req: Request, res: Response): AuthorizeRequest | undefined {
  const read = readAuthorizeRequest(req.query, context);
  if ('request' in read) return read.request;
  refuse(res, read.refusal.status, read.refusal.error, read.refusal.explanation);
  return undefined;
}

function refuse(res: Response, status: number, error: string, explanation: string): void {
  res.status(status).type('html').send(refusalPage({ status, error, explanation }));
}

function redirect(res: Response, request: AuthorizeRequest, parameters: Record<string, string>): void {
  const target = new URL(request.redirectUri);
  if (request.state !== undefined) target.searchParams.set('state', request.state);
  for (const [name, value] of Object.entries(parameters)) target.searchParams.set(name, value);
  res.redirect(302, target.href);
}
