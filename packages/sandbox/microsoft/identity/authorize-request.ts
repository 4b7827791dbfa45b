import * as z from 'zod';
import { client, type MicrosoftContext } from '#sandbox/microsoft/context.ts';
import { isTenant } from '#sandbox/microsoft/identity/tenants.ts';
import { knownScope } from '#sandbox/microsoft/scopes.ts';
import { mayRedirectTo } from '#sandbox/redirects.ts';

const query = z.object({
  client_id: z.string().optional(),
  redirect_uri: z.string().optional(),
  response_type: z.string().optional(),
  response_mode: z.string().optional(),
  scope: z.string().optional(),
  state: z.string().optional(),
  nonce: z.string().optional(),
  code_challenge: z.string().optional(),
  code_challenge_method: z.string().optional(),
  prompt: z.string().optional(),
  login_hint: z.string().optional(),
  domain_hint: z.string().optional(),
});

type Query = z.infer<typeof query>;

export type ResponseMode = 'query' | 'fragment' | 'form_post';

export type AuthorizeRequest = {
  redirectUri: string;
  responseMode: ResponseMode;
  /** As requested: with or without the resource prefix. */
  scopes: string[];
  state: string | undefined;
  nonce: string | undefined;
  challenge: string | undefined;
  challengeMethod: 'S256' | 'plain';
  prompt: string | undefined;
  loginHint: string | undefined;
};

export type Refusal = { error: string; aadsts: number; explanation: string };

/**
 * Parses the query of `/{tenant}/oauth2/v2.0/authorize`.
 * @returns the request or a `refusal`, which goes back to the application if it has a `returnTo`; otherwise it is shown
 *   as a page, because the application itself cannot be trusted
 */
export function readAuthorizeRequest(
  context: MicrosoftContext,
  tenant: string,
  input: unknown,
):
  | { request: AuthorizeRequest }
  | { refusal: Refusal; returnTo?: Pick<AuthorizeRequest, 'redirectUri' | 'responseMode' | 'state'> } {
  const parsed = query.safeParse(input);
  if (!parsed.success)
    return refuse('invalid_request', 9000411, 'The request is not properly formatted: a parameter is duplicated.');
  const { data } = parsed;
  const doubt = doubtClient(context, tenant, data);
  if (doubt) return doubt;
  const responseMode = readResponseMode(data.response_mode);
  const back = {
    redirectUri: data.redirect_uri ?? '',
    responseMode: responseMode ?? 'query',
    state: data.state,
  } as const;
  if (!responseMode)
    return {
      ...refuse('invalid_request', 70007, `'${data.response_mode}' is not a supported value of 'response_mode'.`),
      returnTo: back,
    };
  const refusal = refuseParameters(data);
  if (refusal) return { refusal, returnTo: back };
  return {
    request: {
      ...back,
      scopes: readScopes(data.scope),
      nonce: data.nonce,
      challenge: data.code_challenge,
      challengeMethod: data.code_challenge_method === 'S256' ? 'S256' : 'plain',
      prompt: data.prompt,
      loginHint: data.login_hint?.toLowerCase(),
    },
  };
}

export function readScopes(text: string | undefined): string[] {
  return [...new Set((text ?? '').split(/\s+/).filter((scope) => scope !== ''))];
}

/** Returns why the application cannot be trusted with a response; undefined if it can. */
export function doubtClient(
  context: MicrosoftContext,
  tenant: string,
  data: Pick<Query, 'client_id' | 'redirect_uri'>,
): { refusal: Refusal } | undefined {
  if (!isTenant(context, tenant)) {
    return refuse(
      'invalid_request',
      90002,
      `Tenant '${tenant}' not found. Check to make sure you have the correct tenant ID.`,
    );
  }
  if (!data.client_id) return refuse('invalid_request', 900144, missing('client_id'));
  if (data.client_id !== client.id) {
    return refuse(
      'unauthorized_client',
      700016,
      `Application with identifier '${data.client_id}' was not found in the directory.`,
    );
  }
  if (!data.redirect_uri) return refuse('invalid_request', 900971, 'No reply address provided.');
  if (!mayRedirectTo(data.redirect_uri, context.productUrl)) {
    return refuse(
      'invalid_request',
      50011,
      `The redirect URI '${data.redirect_uri}' specified in the request does not match the redirect URIs configured for the application '${client.id}'.`,
    );
  }
  return undefined;
}

function refuseParameters(data: Query): Refusal | undefined {
  const no = (error: string, aadsts: number, explanation: string): Refusal => ({ error, aadsts, explanation });
  if (!data.response_type) return no('invalid_request', 900144, missing('response_type'));
  if (data.response_type !== 'code') {
    return no(
      'unsupported_response_type',
      700054,
      `response_type '${data.response_type}' is not enabled for the application.`,
    );
  }
  const scopes = readScopes(data.scope);
  if (scopes.length === 0) return no('invalid_request', 900144, missing('scope'));
  const unknown = scopes.filter((scope) => !knownScope(scope));
  if (unknown.length > 0)
    return no(
      'invalid_scope',
      70011,
      `The provided request must include a 'scope' input parameter. The scope ${unknown.join(' ')} is not valid.`,
    );
  if (data.prompt && !['login', 'none', 'consent', 'select_account'].includes(data.prompt)) {
    return no('invalid_request', 90023, `Unsupported 'prompt' value: '${data.prompt}'.`);
  }
  if (data.code_challenge_method && !['S256', 'plain'].includes(data.code_challenge_method)) {
    return no(
      'invalid_request',
      501491,
      `Invalid size of Code_Challenge parameter or unsupported method '${data.code_challenge_method}'.`,
    );
  }
  if (data.code_challenge_method && !data.code_challenge)
    return no('invalid_request', 900144, missing('code_challenge'));
  return undefined;
}

function missing(parameter: string): string {
  return `The request body must contain the following parameter: '${parameter}'.`;
}

function refuse(error: string, aadsts: number, explanation: string): { refusal: Refusal } {
  return { refusal: { error, aadsts, explanation } };
}

function readResponseMode(mode: string | undefined): ResponseMode | undefined {
  if (mode === undefined || mode === 'query') return 'query';
  return mode === 'fragment' || mode === 'form_post' ? mode : undefined;
}
