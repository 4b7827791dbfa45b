import { type Request, Router } from 'express';
import * as z from 'zod';
import { profileClaims } from '#sandbox/google/accounts.ts';
import { client, type GoogleContext } from '#sandbox/google/context.ts';
import { OauthError } from '#sandbox/google/errors.ts';
import { bearerToken } from '#sandbox/google/oauth/bearer.ts';
import { accountOf, findAccessToken, findRefreshToken, revokeGrant } from '#sandbox/google/oauth/grants.ts';

const tokens = z.object({
  access_token: z.string().optional(),
  id_token: z.string().optional(),
  token: z.string().optional(),
});

/** Serves the certificates, tokeninfo, userinfo and revoke. */
export function tokenInfoRoutes(context: GoogleContext): Router {
  const router = Router();

  router.get('/oauth2/v1/certs', (_req, res) => {
    res.set('cache-control', 'public, max-age=300, must-revalidate').json(context.signer.certificates());
  });

  router.get('/oauth2/v3/certs', async (_req, res) => {
    res.set('cache-control', 'public, max-age=300, must-revalidate').json(await context.signer.keys());
  });

  router.all('/tokeninfo', async (req, res) => {
    const { access_token: accessToken, id_token: idToken } = readTokens(req);
    const describing = idToken ? describeIdToken(context, idToken) : describe(context, accessToken ?? bearerToken(req));
    res.json(await describing);
  });

  router.get('/v1/userinfo', (req, res) => {
    const token = findAccessToken(context, bearerToken(req) ?? '');
    if (!token) {
      res.set('www-authenticate', 'Bearer realm="https://accounts.google.com/", error="invalid_request"');
      throw new OauthError(401, 'invalid_request', 'Invalid Credentials');
    }
    res.json(profileClaims(accountOf(context, token.sub), token.scopes));
  });

  router.post('/revoke', (req, res) => {
    const { token = '' } = readTokens(req);
    const access = findAccessToken(context, token);
    const grant = access ?? findRefreshToken(context, token);
    if (!grant) throw new OauthError(400, 'invalid_token', 'Token expired or revoked');
    revokeGrant(context, grant.sub);
    res.json({});
  });

  return router;
}

function readTokens(req: Request): z.infer<typeof tokens> {
  const body = Buffer.isBuffer(req.body) ? {} : req.body;
  return tokens.parse({ ...req.query, ...body });
}

async function describe(context: GoogleContext, accessToken: string | undefined): Promise<unknown> {
  const token = findAccessToken(context, accessToken ?? '');
  if (!token) throw new OauthError(400, 'invalid_token', 'Invalid Value');
  const { email, email_verified: verified } = profileClaims(accountOf(context, token.sub), token.scopes);
  return {
    azp: client.id,
    aud: client.id,
    sub: token.sub,
    scope: token.scopes.join(' '),
    exp: String(Math.floor(token.expiresAtMs / 1000)),
    expires_in: String(Math.floor((token.expiresAtMs - Date.now()) / 1000)),
    ...(email !== undefined && { email, email_verified: String(verified) }),
    access_type: token.offline ? 'offline' : 'online',
  };
}

async function describeIdToken(context: GoogleContext, idToken: string): Promise<unknown> {
  try {
    const claims = await context.signer.verify(idToken);
    return Object.fromEntries(Object.entries(claims).map(([name, value]) => [name, String(value)]));
  } catch {
    throw new OauthError(400, 'invalid_token', 'Invalid Value');
  }
}
