import { randomBytes } from 'node:crypto';
import { type Request, type Response, Router } from 'express';
import * as z from 'zod';
import type { MicrosoftContext } from '#sandbox/microsoft/context.ts';
import {
  type AuthorizeRequest,
  type Refusal,
  readAuthorizeRequest,
} from '#sandbox/microsoft/identity/authorize-request.ts';
import { consentPage, formPostPage, refusalPage } from '#sandbox/microsoft/identity/pages.ts';
import { accountsIn } from '#sandbox/microsoft/identity/tenants.ts';
import { isCalendarScope, knownScope } from '#sandbox/microsoft/scopes.ts';
import { placeEventsAtConsent } from '#sandbox/microsoft/seed/seed.ts';
import type { Account } from '#sandbox/microsoft/state.ts';

const codeLifetimeMs = 600_000;

const decision = z.object({ decision: z.enum(['allow', 'cancel']), account: z.string().optional() });

type ReturnTo = Pick<AuthorizeRequest, 'redirectUri' | 'responseMode' | 'state'>;

/**
 * Serves `/{tenant}/oauth2/v2.0/authorize`: one plain form with accounts, permissions, Allow and Cancel. As at
 * Microsoft, consent is for all permissions or none. The form posts to its own URL, so the request stays in the query
 * and needs no server-side state.
 */
export function authorizeRoutes(context: MicrosoftContext): Router {
  const router = Router();
  const path = '/:tenant/oauth2/v2.0/authorize';

  router.get(path, (req, res) => {
    const request = readOrRefuse(context, req, res);
    if (!request) return;
    if (request.prompt === 'none') {
      return answer(
        res,
        request,
        failure('login_required', 50058, 'A silent sign-in request was sent but no user is signed in.'),
      );
    }
    const accounts = accountsIn(context, req.params.tenant);
    res.type('html').send(consentPage({ request, accounts, action: req.originalUrl }));
  });

  router.post(path, (req, res) => {
    const request = readOrRefuse(context, req, res);
    if (!request) return;
    const filledIn = decision.safeParse(req.body);
    if (!filledIn.success)
      return showRefusal(res, {
        error: 'invalid_request',
        aadsts: 900144,
        explanation: 'The consent form was not filled in.',
      });
    if (filledIn.data.decision === 'cancel') {
      return answer(res, request, {
        ...failure('access_denied', 65004, 'User declined to consent to access the app.'),
        error_subcode: 'cancel',
      });
    }
    const account = accountsIn(context, req.params.tenant).find(({ email }) => email === filledIn.data.account);
    if (!account)
      return showRefusal(res, {
        error: 'invalid_request',
        aadsts: 50020,
        explanation: `User account '${filledIn.data.account ?? ''}' does not exist in tenant '${req.params.tenant}'.`,
      });

    if (request.scopes.some((scope) => isCalendarScope(knownScope(scope) ?? '')))
      placeEventsAtConsent(context, account);
    answer(res, request, {
      code: issueCode(context, request, account),
      session_state: randomBytes(16).toString('hex'),
    });
  });

  return router;
}

function issueCode(context: MicrosoftContext, request: AuthorizeRequest, account: Account): string {
  const code = `0.A${randomBytes(64).toString('base64url')}`;
  context.state.codes = context.state.codes.filter((issued) => issued.expiresAtMs > Date.now() - codeLifetimeMs);
  context.state.codes.push({
    code,
    oid: account.oid,
    redirectUri: request.redirectUri,
    scopes: request.scopes,
    expiresAtMs: Date.now() + codeLifetimeMs,
    redeemed: false,
    ...(request.nonce !== undefined && { nonce: request.nonce }),
    ...(request.challenge !== undefined && { challenge: request.challenge, challengeMethod: request.challengeMethod }),
  });
  context.save();
  return code;
}

function readOrRefuse(
  context: MicrosoftContext,
  req: Request<{ tenant: string }>,
  res: Response,
): AuthorizeRequest | undefined {
  const read = readAuthorizeRequest(context, req.params.tenant, req.query);
  if ('request' in read) return read.request;
  const { error, aadsts, explanation } = read.refusal;
  if (read.returnTo) answer(res, read.returnTo, failure(error, aadsts, explanation));
  else showRefusal(res, read.refusal);
  return undefined;
}

function failure(error: string, aadsts: number, explanation: string): Record<string, string> {
  return { error, error_description: `AADSTS${aadsts}: ${explanation}` };
}

function showRefusal(res: Response, refusal: Refusal): void {
  res.status(400).type('html').send(refusalPage(refusal));
}

/** Returns to the application in the requested response mode. */
function answer(
  res: Response,
  { redirectUri, responseMode, state }: ReturnTo,
  parameters: Record<string, string>,
): void {
  const all = { ...parameters, ...(state !== undefined && { state }) };
  if (responseMode === 'form_post') {
    res.type('html').send(formPostPage(redirectUri, all));
    return;
  }
  const target = new URL(redirectUri);
  if (responseMode === 'fragment') target.hash = new URLSearchParams(all).toString();
  else for (const [name, value] of Object.entries(all)) target.searchParams.set(name, value);
  res.redirect(302, target.href);
}
