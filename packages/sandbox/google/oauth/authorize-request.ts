import * as z from 'zod';
import { client, type GoogleContext } from '#sandbox/google/context.ts';
import { scopeTexts } from '#sandbox/google/scopes.ts';
import { mayRedirectTo } from '#sandbox/redirects.ts';

const query = z.object({
  client_id: z.string().optional(),
  redirect_uri: z.string().optional(),
  response_type: z.string().optional(),
  scope: z.string().optional(),
  state: z.string().optional(),
  nonce: z.string().optional(),
  code_challenge: z.string().optional(),
  code_challenge_method: z.enum(['S256', 'plain']).optional(),
  access_type: z.enum(['online', 'offline']).optional(),
  prompt: z.string().optional(),
  login_hint: z.string().optional(),
  include_granted_scopes: z.enum(['true', 'false']).optional(),
});

export type AuthorizeRequest = {
  redirectUri: string;
  scopes: string[];
  state: string | undefined;
  nonce: string | undefined;
  challenge: string | undefined;
  challengeMethod: 'S256' | 'plain';
  offline: boolean;
  prompts: string[];
  loginHint: string | undefined;
  includeGrantedScopes: boolean;
};

export type Refusal = { status: number; error: string; explanation: string };

/**
 * Parses the query of `/o/oauth2/v2/auth`. Errors are shown as a page and never redirected, since the client itself
 * cannot be trusted.
 */
export function readAuthorizeRequest(
  input: unknown,
  { productUrl }: Pick<GoogleContext, 'productUrl'>,
): { request: AuthorizeRequest } | { refusal: Refusal } {
  const parsed = query.safeParse(input);
  if (!parsed.success) return refuse(400, 'invalid_request', z.prettifyError(parsed.error));
  const { data } = parsed;
  if (!data.client_id) return refuse(400, 'invalid_request', 'Missing required parameter: client_id');
  if (data.client_id !== client.id) return refuse(401, 'invalid_client', 'The OAuth client was not found.');
  if (!data.redirect_uri) return refuse(400, 'invalid_request', 'Missing required parameter: redirect_uri');
  if (!mayRedirectTo(data.redirect_uri, productUrl)) {
    const explanation = `The redirect URI in the request, ${data.redirect_uri}, does not match the ones authorized for the OAuth client.`;
    return refuse(400, 'redirect_uri_mismatch', explanation);
  }
  if (!data.response_type) return refuse(400, 'invalid_request', 'Missing required parameter: response_type');
  if (data.response_type !== 'code')
    return refuse(400, 'unsupported_response_type', 'The sandbox supports only response_type=code.');
  const scopes = [...new Set((data.scope ?? '').split(/\s+/).filter((scope) => scope !== ''))];
  if (scopes.length === 0) return refuse(400, 'invalid_request', 'Missing required parameter: scope');
  const unknown = scopes.filter((scope) => !(scope in scopeTexts));
  if (unknown.length > 0)
    return refuse(400, 'invalid_scope', `Some requested scopes were invalid. {invalid=[${unknown.join(', ')}]}`);
  if (data.code_challenge_method && !data.code_challenge) {
    return refuse(400, 'invalid_request', 'code_challenge_method without code_challenge');
  }

  return {
    request: {
      redirectUri: data.redirect_uri,
      scopes,
      state: data.state,
      nonce: data.nonce,
      challenge: data.code_challenge,
      challengeMethod: data.code_challenge_method ?? 'plain',
      offline: data.access_type === 'offline',
      prompts: (data.prompt ?? '').split(/\s+/).filter((prompt) => prompt !== ''),
      loginHint: data.login_hint?.toLowerCase(),
      includeGrantedScopes: data.include_granted_scopes === 'true',
    },
  };
}

function refuse(status: number, error: string, explanation: string): { refusal: Refusal } {
  return { refusal: { status, error, explanation } };
}
