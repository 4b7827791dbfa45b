import { type Request, type Response, Router } from 'express';
import * as z from 'zod';
import type { MicrosoftContext } from '#sandbox/microsoft/context.ts';
import { doubtClient, type Refusal, readScopes } from '#sandbox/microsoft/identity/authorize-request.ts';
import { adminConsentPage, refusalPage } from '#sandbox/microsoft/identity/pages.ts';
import { accountsIn } from '#sandbox/microsoft/identity/tenants.ts';
import { knownScope } from '#sandbox/microsoft/scopes.ts';

const query = z.object({
  client_id: z.string().optional(),
  redirect_uri: z.string().optional(),
  scope: z.string().optional(),
  state: z.string().optional(),
});

type AdminRequest = { redirectUri: string; scopes: string[]; state: string | undefined };

const decision = z.object({ decision: z.enum(['allow', 'cancel']), account: z.string().optional() });

/**
 * Serves `/{tenant}/v2.0/adminconsent`. Every account counts as its tenant's administrator. Consent isn't recorded,
 * because sandbox users can consent for themselves anyway.
 */
export function adminConsentRoutes(context: MicrosoftContext): Router {
  const router = Router();
  const path = '/:tenant/v2.0/adminconsent';

  router.get(path, (req, res) => {
    const request = readOrRefuse(context, req, res);
    if (!request) return;
    const accounts = accountsIn(context, req.params.tenant);
    res.type('html').send(adminConsentPage({ scopes: request.scopes, accounts, action: req.originalUrl }));
  });

  router.post(path, (req, res) => {
    const request = readOrRefuse(context, req, res);
    if (!request) return;
    const filledIn = decision.safeParse(req.body).data;
    const account = accountsIn(context, req.params.tenant).find(({ email }) => email === filledIn?.account);
    const isGiven = filledIn?.decision === 'allow' && account !== undefined;
    const denial = 'AADSTS65004: The resource owner or authorization server denied the request.';
    const target = new URL(request.redirectUri);
    target.searchParams.set('admin_consent', 'True');
    target.searchParams.set('tenant', account?.tenantId ?? req.params.tenant);
    if (isGiven) target.searchParams.set('scope', request.scopes.join(' '));
    else {
      target.searchParams.set('error', 'consent_required');
      target.searchParams.set('error_description', denial);
    }
    if (request.state !== undefined) target.searchParams.set('state', request.state);
    res.redirect(302, target.href);
  });

  return router;
}

function readOrRefuse(
  context: MicrosoftContext,
  req: Request<{ tenant: string }>,
  res: Response,
): AdminRequest | undefined {
  const { tenant } = req.params;
  const data = query.safeParse(req.query).data ?? {};
  const scopes = readScopes(data.scope);
  const refusal = refuse(tenant, scopes) ?? doubtClient(context, tenant, data)?.refusal;
  if (refusal === undefined) return { redirectUri: data.redirect_uri ?? '', scopes, state: data.state };
  res.status(400).type('html').send(refusalPage(refusal));
  return undefined;
}

function refuse(tenant: string, scopes: string[]): Refusal | undefined {
  const no = (aadsts: number, explanation: string): Refusal => ({ error: 'invalid_request', aadsts, explanation });
  if (['common', 'consumers'].includes(tenant.toLowerCase())) {
    return no(900561, `The endpoint doesn't accept the tenant '${tenant}': personal accounts have no administrator.`);
  }
  if (scopes.length === 0) return no(900144, "The request body must contain the following parameter: 'scope'.");
  const unknown = scopes.filter((scope) => !knownScope(scope));
  return unknown.length > 0 ? no(70011, `The scope ${unknown.join(' ')} is not valid.`) : undefined;
}
