import { randomBytes } from 'node:crypto';
import { Router } from 'express';
import { subjectOf } from '#sandbox/microsoft/accounts.ts';
import { client, type MicrosoftContext } from '#sandbox/microsoft/context.ts';
import { IdentityError } from '#sandbox/microsoft/errors.ts';
import { requireClient } from '#sandbox/microsoft/identity/client.ts';
import { accessTokenLifetimeS, issueAccessToken, issueRefreshToken } from '#sandbox/microsoft/identity/grants.ts';
import { type Granted, redeemGrant, tokenForm } from '#sandbox/microsoft/identity/redeem-grant.ts';
import { issuerOf } from '#sandbox/microsoft/identity/signing.ts';
import { accountsIn, isTenant } from '#sandbox/microsoft/identity/tenants.ts';
import { knownScope } from '#sandbox/microsoft/scopes.ts';
import type { Account } from '#sandbox/microsoft/state.ts';

type TokenAnswer = {
  token_type: 'Bearer';
  scope: string;
  expires_in: number;
  ext_expires_in: number;
  access_token: string;
  refresh_token?: string;
  id_token?: string;
};

/**
 * Serves `POST /{tenant}/oauth2/v2.0/token`: authorization_code (single use, PKCE) and refresh_token (a new one with
 * every response).
 */
export function tokenRoutes(context: MicrosoftContext): Router {
  const router = Router();
  router.post('/:tenant/oauth2/v2.0/token', async (req, res) => {
    const { tenant } = req.params;
    if (!isTenant(context, tenant)) {
      throw new IdentityError(
        400,
        'invalid_request',
        90002,
        `Tenant '${tenant}' not found. Check to make sure you have the correct tenant ID.`,
      );
    }
    const read = tokenForm.safeParse(req.body ?? {});
    if (!read.success) throw new IdentityError(400, 'invalid_request', 9000411, 'A parameter is duplicated.');
    requireClient(req, read.data);
    const granted = redeemGrant(context, read.data);
    if (!accountsIn(context, tenant).includes(granted.account)) {
      throw new IdentityError(400, 'invalid_grant', 50020, `User account does not exist in tenant '${tenant}'.`);
    }
    const answer = await answerWith(context, granted);
    context.save();
    res.set({ 'cache-control': 'no-store, no-cache', pragma: 'no-cache' }).json(answer);
  });
  return router;
}

async function answerWith(context: MicrosoftContext, { account, scopes, nonce }: Granted): Promise<TokenAnswer> {
  const names = new Set(scopes.map(knownScope));
  return {
    token_type: 'Bearer',
    // offline_access is not listed: the refresh token already implies it.
    scope: scopes.filter((scope) => knownScope(scope) !== 'offline_access').join(' '),
    expires_in: accessTokenLifetimeS,
    ext_expires_in: accessTokenLifetimeS,
    access_token: issueAccessToken(context, account.oid, scopes),
    ...(names.has('offline_access') && { refresh_token: issueRefreshToken(context, account.oid, scopes) }),
    ...(names.has('openid') && {
      id_token: await context.signer.sign(claimsOf(account, names, nonce), issuerOf(account.tenantId)),
    }),
  };
}

function claimsOf(account: Account, scopes: Set<string | undefined>, nonce: string | undefined) {
  const { oid, tenantId, email, name } = account;
  return {
    aud: client.id,
    tid: tenantId,
    sub: subjectOf(account),
    uti: randomBytes(16).toString('base64url'),
    ver: '2.0',
    ...(scopes.has('profile') && { oid, name, preferred_username: email }),
    ...(scopes.has('email') && { email }),
    ...(nonce !== undefined && { nonce }),
  };
}
