import { type Request, Router } from 'express';
import type { MicrosoftContext } from '#sandbox/microsoft/context.ts';
import { IdentityError } from '#sandbox/microsoft/errors.ts';
import { issuerOf } from '#sandbox/microsoft/identity/signing.ts';
import { isTenant, tenantInIssuer } from '#sandbox/microsoft/identity/tenants.ts';

/** Serves a tenant's discovery document and signing keys. */
export function metadataRoutes(context: MicrosoftContext): Router {
  const router = Router();

  router.get('/:tenant/v2.0/.well-known/openid-configuration', (req, res) => {
    const { tenant } = requireTenant(context, req);
    const root = `${context.baseUrl}/${tenant}`;
    res.json({
      issuer: issuerOf(tenantInIssuer(context, tenant)),
      authorization_endpoint: `${root}/oauth2/v2.0/authorize`,
      token_endpoint: `${root}/oauth2/v2.0/token`,
      token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
      jwks_uri: `${root}/discovery/v2.0/keys`,
      userinfo_endpoint: `${context.baseUrl}/oidc/userinfo`,
      response_modes_supported: ['query', 'fragment', 'form_post'],
      response_types_supported: ['code'],
      scopes_supported: ['openid', 'profile', 'email', 'offline_access'],
      subject_types_supported: ['pairwise'],
      id_token_signing_alg_values_supported: ['RS256'],
      code_challenge_methods_supported: ['S256', 'plain'],
      claims_supported: [
        'sub',
        'iss',
        'aud',
        'exp',
        'iat',
        'nbf',
        'nonce',
        'oid',
        'tid',
        'ver',
        'preferred_username',
        'name',
        'email',
      ],
      request_uri_parameter_supported: false,
    });
  });

  router.get('/:tenant/discovery/v2.0/keys', async (req, res) => {
    requireTenant(context, req);
    res.json(await context.signer.keys());
  });

  return router;
}

function requireTenant(context: MicrosoftContext, req: Request<{ tenant: string }>): { tenant: string } {
  if (isTenant(context, req.params.tenant)) return req.params;
  throw new IdentityError(400, 'invalid_tenant', 90002, `Tenant '${req.params.tenant}' not found.`);
}
