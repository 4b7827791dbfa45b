import type { Request } from 'express';
import { client } from '#sandbox/microsoft/context.ts';
import { IdentityError } from '#sandbox/microsoft/errors.ts';

/** Checks id and secret from the form (`client_secret_post`) or HTTP Basic (`client_secret_basic`). */
export function requireClient(
  req: Request,
  form: { client_id?: string | undefined; client_secret?: string | undefined },
): void {
  const { id, secret } = basicCredentials(req) ?? { id: form.client_id, secret: form.client_secret };
  if (!id) {
    throw new IdentityError(
      400,
      'invalid_request',
      900144,
      "The request body must contain the following parameter: 'client_id'.",
    );
  }
  if (id !== client.id) {
    throw new IdentityError(
      400,
      'unauthorized_client',
      700016,
      `Application with identifier '${id}' was not found in the directory.`,
    );
  }
  if (!secret) {
    throw new IdentityError(
      401,
      'invalid_client',
      7000218,
      "The request body must contain the following parameter: 'client_assertion' or 'client_secret'.",
    );
  }
  if (secret !== client.secret) {
    throw new IdentityError(
      401,
      'invalid_client',
      7000215,
      `Invalid client secret provided. Ensure the secret being sent in the request is the client secret value, not the client secret ID, for a secret added to app '${client.id}'.`,
    );
  }
}

function basicCredentials(req: Request): { id: string; secret: string } | undefined {
  const [scheme, encoded] = (req.headers.authorization ?? '').split(' ');
  if (scheme?.toLowerCase() !== 'basic' || !encoded) return undefined;
  const [id = '', ...rest] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  return { id: decode(id), secret: decode(rest.join(':')) };
}

/** Decodes the id or secret in the header, which RFC 6749 form-encodes. */
function decode(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '));
}
