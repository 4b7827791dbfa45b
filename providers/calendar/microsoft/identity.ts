import * as oauth from 'oauth4webapi';
import * as z from 'zod';
import { foldCase } from '#domain/fold-case.ts';
import type {
  AccessToken,
  AuthorizationRequest,
  CalendarGrant,
  CodeExchange,
  ProviderAccount,
} from '#providers/calendar/provider.ts';
import { RequestRejectedError, VendorError } from '#providers/errors.ts';
import { parseJson, toTokenError } from './errors.ts';
import { createSend, placeUrl } from './transport.ts';

export type IdentityOptions = { clientId: string; clientSecret: string; baseUrl: string | null };

/**
 * Accounts are identified by tenant and object id (`tid`, `oid`), since an address may change and
 * `sub` differs between apps.
 */
const tokenClaims = z.object({
  tid: z.string(),
  oid: z.string(),
  /** The directory's mail address, if any; it is unverified. */
  email: z.string().optional(),
  preferred_username: z.string().optional(),
  given_name: z.string().default(''),
  family_name: z.string().default(''),
});

const AUTHORITY = 'https://login.microsoftonline.com';
const SERVER = {
  issuer: `${AUTHORITY}/common/v2.0`,
  authorization_endpoint: `${AUTHORITY}/common/oauth2/v2.0/authorize`,
  token_endpoint: `${AUTHORITY}/common/oauth2/v2.0/token`,
  jwks_uri: `${AUTHORITY}/common/discovery/v2.0/keys`,
} as const satisfies oauth.AuthorizationServer;

/** For `organizations`: personal accounts have no administrator. */
const ADMIN_CONSENT = `${AUTHORITY}/organizations/v2.0/adminconsent`;

const SCOPES = ['openid', 'profile', 'email', 'Calendars.Read', 'offline_access'];

type LibraryRequest = {
  method: string;
  headers: Record<string, string>;
  body?: URLSearchParams | undefined;
  redirect: 'manual';
};

/** Connects to Microsoft's identity platform v2.0, for work and personal accounts. */
export function createIdentity({ clientId, clientSecret, baseUrl }: IdentityOptions) {
  const client: oauth.Client = { client_id: clientId };
  const authentication = oauth.ClientSecretPost(clientSecret);
  const sendBy = (signal?: AbortSignal) => {
    const send = createSend(baseUrl, signal);
    return {
      [oauth.customFetch]: (url: string, { body, headers, method, redirect }: LibraryRequest) =>
        send(url, { headers, method, redirect, ...(body === undefined ? {} : { body }) }),
    };
  };

  return {
    authorizationUrl(request: AuthorizationRequest): string {
      const query = new URLSearchParams({
        client_id: clientId,
        response_type: 'code',
        response_mode: 'query',
        redirect_uri: request.redirectUri,
        scope: SCOPES.join(' '),
        state: request.state,
        nonce: request.nonce,
        code_challenge: request.codeChallenge,
        code_challenge_method: 'S256',
        // Lets users choose which account to connect if they are already signed in.
        prompt: 'select_account',
        ...(request.loginHint ? { login_hint: request.loginHint } : {}),
      });
      return `${placeUrl(SERVER.authorization_endpoint, baseUrl).href}?${query.toString()}`;
    },

    adminConsentUrl(redirectUri: string): string {
      const query = new URLSearchParams({ client_id: clientId, scope: SCOPES.join(' '), redirect_uri: redirectUri });
      return `${placeUrl(ADMIN_CONSENT, baseUrl).href}?${query.toString()}`;
    },

    async exchangeCode({ code, redirectUri, codeVerifier, nonce }: CodeExchange): Promise<CalendarGrant> {
      try {
        const answered = oauth.validateAuthResponse(SERVER, client, new URLSearchParams({ code }));
        const response = await oauth.authorizationCodeGrantRequest(
          SERVER,
          client,
          authentication,
          answered,
          redirectUri,
          codeVerifier,
          sendBy(),
        );
        const server = await serverOf(response);
        const expected = { expectedNonce: nonce, requireIdToken: true };
        const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, expected);
        await oauth.validateApplicationLevelSignature(server, response, sendBy());
        return {
          ...toAccessToken(tokens),
          refreshToken: tokens.refresh_token ?? null,
          scopes: listScopes(tokens.scope ?? ''),
          account: toAccount(server.issuer, oauth.getValidatedIdTokenClaims(tokens)),
        };
      } catch (error) {
        throw error instanceof VendorError ? error : toTokenError(error, 'authorization_code');
      }
    },

    /** Every refresh returns a new refresh token that replaces the one used. */
    async refresh(refreshToken: string, signal?: AbortSignal): Promise<AccessToken & { refreshToken: string | null }> {
      try {
        const response = await oauth.refreshTokenGrantRequest(
          SERVER,
          client,
          authentication,
          refreshToken,
          sendBy(signal),
        );
        const tokens = await oauth.processRefreshTokenResponse(await serverOf(response), client, response);
        return { ...toAccessToken(tokens), refreshToken: tokens.refresh_token ?? null };
      } catch (error) {
        signal?.throwIfAborted();
        throw error instanceof VendorError ? error : toTokenError(error, 'refresh_token');
      }
    },
  };
}

const tokenAnswer = z.object({ id_token: z.string() });

/**
 * Returns the server metadata for the tenant in the token's `tid`, as each tenant is a separate
 * issuer. The token is verified afterwards: its signature with Microsoft's keys, its `iss` against
 * that tenant.
 */
async function serverOf(response: Response): Promise<oauth.AuthorizationServer> {
  const answer = tokenAnswer.safeParse(
    await response
      .clone()
      .json()
      .catch(() => null),
  ); // the library reports an invalid response later
  const [, payload = ''] = answer.data?.id_token.split('.') ?? [];
  const tenant = z.object({ tid: z.guid() }).safeParse(parseJson(Buffer.from(payload, 'base64url').toString()));
  return { ...SERVER, issuer: tenant.success ? `${AUTHORITY}/${tenant.data.tid}/v2.0` : SERVER.issuer };
}

/** Returns scopes without their resource, which Microsoft may or may not include. */
function listScopes(text: string): string[] {
  const scopes = text.split(' ').map((scope) => scope.replace(/^https:\/\/graph\.microsoft\.com\//i, ''));
  return scopes.filter((scope) => scope !== '');
}

function toAccessToken({ access_token: accessToken, expires_in: seconds }: oauth.TokenEndpointResponse): AccessToken {
  if (seconds === undefined) throw new RequestRejectedError('token_incomplete');
  return { accessToken, expiresAt: new Date(Date.now() + seconds * 1000) };
}

function toAccount(issuer: string, validated: oauth.IDToken | undefined): ProviderAccount {
  const claims = tokenClaims.safeParse(validated);
  if (!claims.success) throw new RequestRejectedError('id_token_incomplete', claims.error);
  const { oid, email, preferred_username: username, given_name: firstName, family_name: lastName } = claims.data;
  const address = email ?? username;
  if (!address) throw new RequestRejectedError('id_token_incomplete');
  return {
    issuer,
    subject: oid,
    email: foldCase(address),
    emailVerified: false,
    isMailHost: false,
    firstName,
    lastName,
  };
}
