import { type Credentials, gaxios, type OAuth2Client } from 'google-auth-library';
import { foldCase } from '#domain/fold-case.ts';
import type { AccessToken, CalendarGrant, ProviderAccount } from '#providers/calendar/provider.ts';
import { RequestRejectedError, VendorUnavailableError } from '#providers/errors.ts';

const ISSUER = 'https://accounts.google.com';

/** Returns the tokens of an exchanged code, and the account identified by its verified ID token. */
export async function readGrant(
  client: OAuth2Client,
  tokens: Credentials | null,
  expected: { clientId: string; nonce: string },
): Promise<CalendarGrant> {
  // The library returns the response's JSON unchecked.
  if (!tokens) throw new RequestRejectedError('token_incomplete');
  return {
    ...toAccessToken(tokens),
    refreshToken: tokens.refresh_token ?? null,
    scopes: (tokens.scope ?? '').split(' ').filter((scope) => scope !== ''),
    account: await verifyAccount(client, tokens.id_token, expected),
  };
}

export function toAccessToken(tokens: Credentials): AccessToken {
  if (!tokens.access_token || !tokens.expiry_date) throw new RequestRejectedError('token_incomplete');
  return { accessToken: tokens.access_token, expiresAt: new Date(tokens.expiry_date) };
}

/**
 * Verifies an ID token. The library checks signature, issuer, audience and times; the nonce ties the
 * token to the browser that started the sign-in.
 */
async function verifyAccount(
  client: OAuth2Client,
  idToken: string | null | undefined,
  expected: { clientId: string; nonce: string },
): Promise<ProviderAccount> {
  if (!idToken) throw new RequestRejectedError('id_token_missing');
  const claims = await readClaims(client, idToken, expected.clientId);
  if (claims?.nonce !== expected.nonce) throw new RequestRejectedError('id_token_rejected');
  if (!claims.sub || !claims.email) throw new RequestRejectedError('id_token_incomplete');
  const email = foldCase(claims.email);
  return {
    issuer: ISSUER,
    subject: claims.sub,
    email,
    emailVerified: claims.email_verified ?? false,
    isMailHost: isMailHost(email, claims.hd),
    firstName: claims.given_name ?? '',
    lastName: claims.family_name ?? '',
  };
}

/**
 * Returns whether Google hosts the address's mail: it does for gmail.com and for the domain of a Workspace account
 * (https://developers.google.com/identity/gsi/web/guides/verify-google-id-token).
 */
function isMailHost(email: string, hostedDomain: string | undefined): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1);
  return domain === 'gmail.com' || domain === 'googlemail.com' || domain === hostedDomain?.toLowerCase();
}

async function readClaims(client: OAuth2Client, idToken: string, clientId: string) {
  try {
    return (await client.verifyIdToken({ idToken, audience: clientId })).getPayload();
  } catch (cause) {
    // The certificates could not be fetched, which says nothing about the token.
    if (cause instanceof gaxios.GaxiosError) throw new VendorUnavailableError(cause);
    throw new RequestRejectedError('id_token_rejected', cause);
  }
}
