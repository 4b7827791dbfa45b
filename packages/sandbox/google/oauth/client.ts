import type { Request } from 'express';
import { client } from '#sandbox/google/context.ts';
import { OauthError } from '#sandbox/google/errors.ts';

/** Checks id and secret from the form or HTTP Basic. Throws Google's 401 if one is wrong, 400 if one is missing. */
export function requireClient(
  req: Request,
  form: { client_id?: string | undefined; client_secret?: string | undefined },
): void {
  const { id, secret } = basicCredentials(req) ?? { id: form.client_id, secret: form.client_secret };
  if (!id) throw new OauthError(400, 'invalid_request', 'Could not determine client ID from request.');
  if (id !== client.id) throw new OauthError(401, 'invalid_client', 'The OAuth client was not found.');
  if (!secret) throw new OauthError(400, 'invalid_request', 'client_secret is missing.');
  if (secret !== client.secret) throw new OauthError(401, 'invalid_client', 'Unauthorized');
}

function basicCredentials(req: Request): { id: string; secret: string } | undefined {
  const [scheme, encoded] = (req.headers.authorization ?? '').split(' ');
  if (scheme?.toLowerCase() !== 'basic' || !encoded) return undefined;
  const [id = '', ...rest] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  return { id: decodeURIComponent(id), secret: decodeURIComponent(rest.join(':')) };
}
