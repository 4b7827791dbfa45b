import { createHash } from 'node:crypto';
import * as z from 'zod';
import { client, type MicrosoftContext } from '#sandbox/microsoft/context.ts';
import { IdentityError } from '#sandbox/microsoft/errors.ts';
import { readScopes } from '#sandbox/microsoft/identity/authorize-request.ts';
import { accountOf, findRefreshToken } from '#sandbox/microsoft/identity/grants.ts';
import { knownScope } from '#sandbox/microsoft/scopes.ts';
import type { Account, AuthorizationCode } from '#sandbox/microsoft/state.ts';

export const tokenForm = z.object({
  grant_type: z.string().optional(),
  client_id: z.string().optional(),
  client_secret: z.string().optional(),
  code: z.string().optional(),
  redirect_uri: z.string().optional(),
  code_verifier: z.string().optional(),
  refresh_token: z.string().optional(),
  scope: z.string().optional(),
});

type TokenForm = z.infer<typeof tokenForm>;

/** The account of a grant, and the requested scopes it consented to. */
export type Granted = { account: Account; scopes: string[]; nonce?: string | undefined };

/** Redeems the code or refresh token of a token request. Throws the platform's errors. */
export function redeemGrant(context: MicrosoftContext, input: TokenForm): Granted {
  if (!input.grant_type) throw missing('grant_type');
  if (input.grant_type === 'authorization_code') return redeemCode(context, input);
  if (input.grant_type === 'refresh_token') return redeemRefreshToken(context, input);
  throw new IdentityError(
    400,
    'unsupported_grant_type',
    70003,
    `The app requested an unsupported grant type '${input.grant_type}'.`,
  );
}

function redeemCode(context: MicrosoftContext, input: TokenForm): Granted {
  if (!input.code) throw missing('code');
  if (!input.redirect_uri) throw missing('redirect_uri');
  const code = context.state.codes.find((issued) => issued.code === input.code);
  if (!code)
    throw new IdentityError(400, 'invalid_grant', 9002313, 'Invalid request. Request is malformed or invalid.');
  if (code.redeemed) {
    throw new IdentityError(
      400,
      'invalid_grant',
      54005,
      'OAuth2 Authorization code was already redeemed, please retry with a new valid code or use an existing refresh token.',
    );
  }
  if (code.expiresAtMs <= Date.now()) {
    throw new IdentityError(
      400,
      'invalid_grant',
      70008,
      'The provided authorization code or refresh token has expired due to inactivity. Send a new interactive authorization request for this user and resource.',
    );
  }
  if (code.redirectUri !== input.redirect_uri) {
    throw new IdentityError(
      400,
      'invalid_grant',
      500112,
      `The reply address '${input.redirect_uri}' does not match the reply address '${code.redirectUri}' provided when requesting Authorization code.`,
    );
  }
  checkVerifier(code, input.code_verifier);
  code.redeemed = true;
  return { account: accountOf(context, code.oid), scopes: narrowed(code.scopes, input.scope), nonce: code.nonce };
}

/**
 * Redeems a refresh token. The platform issues a new one on every use and does not revoke the old one, which stays
 * valid for its own 90 days (learn.microsoft.com/entra/identity-platform/refresh-tokens).
 */
function redeemRefreshToken(context: MicrosoftContext, input: TokenForm): Granted {
  if (!input.refresh_token) throw missing('refresh_token');
  const issued = findRefreshToken(context, input.refresh_token);
  if (!issued)
    throw new IdentityError(400, 'invalid_grant', 9002313, 'Invalid request. Request is malformed or invalid.');
  if (issued.revoked) {
    throw new IdentityError(
      400,
      'invalid_grant',
      50173,
      'The provided grant has expired due to it being revoked, a fresh auth token is needed. The user might have changed or reset their password.',
      'bad_token',
    );
  }
  if (issued.expiresAtMs <= Date.now()) {
    throw new IdentityError(
      400,
      'invalid_grant',
      700082,
      'The refresh token has expired due to inactivity.',
      'bad_token',
    );
  }
  issued.replaced = true;
  return { account: accountOf(context, issued.oid), scopes: narrowed(issued.scopes, input.scope) };
}

/** Returns the scopes requested for a token, which must have been consented to; all of them if the request has none. */
function narrowed(consented: string[], asked: string | undefined): string[] {
  const wanted = readScopes(asked);
  if (wanted.length === 0) return consented;
  const known = new Set(consented.map(knownScope));
  const unknown = wanted.filter((scope) => !knownScope(scope));
  if (unknown.length > 0)
    throw new IdentityError(
      400,
      'invalid_scope',
      70011,
      `The provided value for the input parameter 'scope' is not valid. The scope ${unknown.join(' ')} does not exist.`,
    );
  if (wanted.some((scope) => !known.has(knownScope(scope)))) {
    throw new IdentityError(
      400,
      'invalid_grant',
      65001,
      `The user or administrator has not consented to use the application with ID '${client.id}'. Send an interactive authorization request for this user and resource.`,
      'consent_required',
    );
  }
  return wanted;
}

function checkVerifier({ challenge, challengeMethod }: AuthorizationCode, verifier: string | undefined): void {
  if (challenge === undefined) return;
  const shown =
    challengeMethod === 'S256'
      ? createHash('sha256')
          .update(verifier ?? '')
          .digest('base64url')
      : verifier;
  if (verifier && shown === challenge) return;
  throw new IdentityError(
    400,
    'invalid_grant',
    501481,
    'The Code_Verifier does not match the code_challenge supplied in the authorization request.',
  );
}

function missing(parameter: string): IdentityError {
  return new IdentityError(
    400,
    'invalid_request',
    900144,
    `The request body must contain the following parameter: '${parameter}'.`,
  );
}
