import type { Request } from 'express';
import { importJWK, jwtVerify } from 'jose';
import * as z from 'zod';

/** The parts of a message that a push service can see; the body is encrypted for the browser. */
export const pushPayload = z.strictObject({
  ttl: z.number().int().nonnegative(),
  urgency: z.enum(['very-low', 'low', 'normal', 'high']),
  /** The sender's signing key (VAPID). */
  publicKey: z.string(),
  /** The encrypted body, in base64url. */
  body: z.string().min(1),
});

/** The size a push service must accept (https://www.rfc-editor.org/rfc/rfc8030#section-7.2). */
const MOST_BYTES = 4096;
const MOST_S_AHEAD = 24 * 3600;

const headers = z.object({
  ttl: z.string().regex(/^\d+$/).transform(Number),
  urgency: pushPayload.shape.urgency.default('normal'),
  'content-encoding': z.literal('aes128gcm'),
});
const vapid = /^vapid t=(?<token>[\w.-]+), ?k=(?<key>[\w-]+)$/;
const claims = z.object({ exp: z.number(), sub: z.string().regex(/^(?:mailto|https):/) });

/**
 * Reads a message as a browser's push service does (https://www.rfc-editor.org/rfc/rfc8030#section-5,
 * https://www.rfc-editor.org/rfc/rfc8292).
 * @returns the message, or the status to reject it with
 */
export async function readPush(request: Request): Promise<z.output<typeof pushPayload> | number> {
  const publicKey = await signerOf(request);
  if (publicKey === null) return 401;
  const given = headers.safeParse(request.headers);
  const body: unknown = request.body;
  if (!given.success || !Buffer.isBuffer(body)) return 400;
  if (body.length > MOST_BYTES) return 413;
  const { ttl, urgency } = given.data;
  return { ttl, urgency, publicKey, body: body.toString('base64url') };
}

/**
 * Returns the sender's key; null if its signature or audience is wrong, or the token has expired or is valid for too
 * long.
 */
async function signerOf(request: Request): Promise<string | null> {
  const { token = '', key = '' } = vapid.exec(request.get('authorization') ?? '')?.groups ?? {};
  const point = Buffer.from(key, 'base64url');
  if (point.length !== 65) return null;
  const x = point.subarray(1, 33).toString('base64url');
  const y = point.subarray(33).toString('base64url');
  try {
    const { payload } = await jwtVerify(token, await importJWK({ kty: 'EC', crv: 'P-256', x, y }, 'ES256'), {
      audience: `http://${request.get('host')}`,
    });
    const { exp } = claims.parse(payload);
    return exp <= Date.now() / 1000 + MOST_S_AHEAD ? key : null;
  } catch {
    return null;
  }
}
