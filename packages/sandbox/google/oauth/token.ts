import { createHash } from 'node:crypto';
import { Router } from 'express';
import * as z from 'zod';
import { profileClaims } from '#sandbox/google/accounts.ts';
import { client, type GoogleContext } from '#sandbox/google/context.ts';
import { OauthError } from '#sandbox/google/errors.ts';
import { requireClient } from '#sandbox/google/oauth/client.ts';
import {
  accessTokenLifetimeS,
  accountOf,
  findRefreshToken,
  hasRefreshToken,
  issueAccessToken,
  issueRefreshToken,
} from '#sandbox/google/oauth/grants.ts';
import { accessTokenHash } from '#sandbox/google/signing.ts';
import type { AuthorizationCode } from '#sandbox/google/state.ts';

const form = z.object({
  grant_type: z.string().optional(),
  client_id: z.string().optional(),
  client_secret: z.string().optional(),
  code: z.string().optional(),
  redirect_uri: z.string().optional(),
  code_verifier: z.string().optional(),
  refresh_token: z.string().optional(),
});

type TokenForm = z.infer<typeof form>;
type TokenAnswer = {
  access_token: string;
  expires_in: number;
  scope: string;
  token_type: 'Bearer';
  id_token?: string;
  refresh_token?: string;
};

/**
 * Serves `POST /token`: authorization_code (single use, PKCE) and refresh_token. Errors have the format `{error,
 * error_description}`.
 */
export function tokenRoutes(context: GoogleContext): Router {
  const router = Router();
  router.post('/token', async (req, res) => {
    const input = form.parse(req.body ?? {});
    requireClient(req, input);
    const answer = await answerGrant(context, input);
    res.set({ 'cache-control': 'no-store', pragma: 'no-cache' }).json(answer);
  });
  return router;
}

function answerGrant(context: GoogleContext, input: TokenForm): Promise<TokenAnswer> {
  if (input.grant_type === 'authorization_code') return exchangeCode(context, input);
  if (input.grant_type === 'refresh_token') return refresh(context, input);
  throw unsupported(input.grant_type);
}

async function exchangeCode(context: GoogleContext, input: TokenForm): Promise<TokenAnswer> {
  const code = takeCode(context, requireField(input, 'code'));
  if (requireField(input, 'redirect_uri') !== code.redirectUri) {
    throw new OauthError(400, 'redirect_uri_mismatch', 'Bad Request');
  }
  checkVerifier(code, input.code_verifier);
  const wantsRefresh = code.offline && (code.forceRefreshToken || !hasRefreshToken(context, code.sub));
  const refreshToken = wantsRefresh ? issueRefreshToken(context, code.sub, code.scopes) : undefined;
  const answer = await answerWith(context, code.sub, code.scopes, code.offline, code.nonce);
  context.save();
  return { ...answer, ...(refreshToken !== undefined && { refresh_token: refreshToken }) };
}

async function refresh(context: GoogleContext, input: TokenForm): Promise<TokenAnswer> {
  const token = requireField(input, 'refresh_token');
  const grant = findRefreshToken(context, token);
  if (!grant) throw new OauthError(400, 'invalid_grant', 'Token has been expired or revoked.');
  const answer = await answerWith(context, grant.sub, grant.scopes, true, undefined);
  context.save();
  return answer;
}

async function answerWith(
  context: GoogleContext,
  sub: string,
  scopes: string[],
  offline: boolean,
  nonce: string | undefined,
): Promise<TokenAnswer> {
  const account = accountOf(context, sub);
  const accessToken = issueAccessToken(context, sub, scopes, offline);
  const claims = {
    azp: client.id,
    aud: client.id,
    ...profileClaims(account, scopes),
    at_hash: accessTokenHash(accessToken),
    ...(nonce !== undefined && { nonce }),
  };
  return {
    access_token: accessToken,
    expires_in: accessTokenLifetimeS,
    scope: scopes.join(' '),
    token_type: 'Bearer',
    ...(scopes.includes('openid') && { id_token: await context.signer.sign(claims, accessTokenLifetimeS + 1) }),
  };
}

/** Returns and deletes a code: its first use consumes it, even if the exchange fails. */
function takeCode(context: GoogleContext, presented: string): AuthorizationCode {
  const code = context.state.codes.find((issued) => issued.code === presented);
  if (!code) throw new OauthError(400, 'invalid_grant', 'Malformed auth code.');
  context.state.codes = context.state.codes.filter((issued) => issued !== code);
  context.save();
  if (code.expiresAtMs <= Date.now()) throw new OauthError(400, 'invalid_grant', 'Bad Request');
  return code;
}

function checkVerifier(code: AuthorizationCode, verifier: string | undefined): void {
  if (code.challenge === undefined) return;
  if (!verifier) throw new OauthError(400, 'invalid_grant', 'Missing code verifier.');
  const hashed = createHash('sha256').update(verifier).digest('base64url');
  const expected = code.challengeMethod === 'S256' ? hashed : verifier;
  if (expected !== code.challenge) throw new OauthError(400, 'invalid_grant', 'Invalid code verifier.');
}

function requireField(input: TokenForm, field: 'code' | 'redirect_uri' | 'refresh_token'): string {
  const value = input[field];
  if (!value) throw new OauthError(400, 'invalid_request', `Missing required parameter: ${field}`);
  return value;
}

function unsupported(grantType: string | undefined): OauthError {
  if (!grantType) return new OauthError(400, 'invalid_request', 'Missing required parameter: grant_type');
  return new OauthError(400, 'unsupported_grant_type', `Invalid grant_type: ${grantType}`);
}
