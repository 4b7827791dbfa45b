import type { Request, RequestHandler } from 'express';
import { keys } from '#sandbox/config.ts';
import { StripeError } from '#sandbox/stripe/errors.ts';
import { apiVersion } from '#sandbox/stripe/objects.ts';
import { requestId } from '#sandbox/stripe/request-ids.ts';

const secretKey = keys.stripe;

/** Adds a request id and the common headers to every API response, including injected faults. */
export const identify: RequestHandler = (req, res, next) => {
  if (!req.path.startsWith('/v1')) return next();
  const id = requestId(req);
  const key = idempotencyKey(req);
  res.set({
    'request-id': id,
    'stripe-version': apiVersion,
    'access-control-allow-origin': '*',
    'cache-control': 'no-cache, no-store',
    ...(key !== undefined && { 'idempotency-key': key, 'original-request': id }),
  });
  return next();
};

/** Returns a request's idempotency key. Only for POST: keys on other methods have no effect. */
export function idempotencyKey(req: Request): string | undefined {
  return req.method === 'POST' ? req.get('idempotency-key') : undefined;
}

/** Checks the secret key (bearer token, or user name in basic authentication) and the only supported version. */
export const authenticate: RequestHandler = (req, res, next) => {
  const key = givenKey(req.get('authorization'));
  if (key !== secretKey) {
    res.set('www-authenticate', 'Bearer realm="Stripe"');
    throw new StripeError(401, { type: 'invalid_request_error', message: refusal(key) }, { executed: false });
  }
  const version = req.get('stripe-version');
  if (version !== undefined && version !== apiVersion) {
    const message = `Invalid Stripe API version: ${version}. This sandbox supports only ${apiVersion}.`;
    throw new StripeError(400, { type: 'invalid_request_error', message }, { executed: false });
  }
  next();
};

function givenKey(header: string | undefined): string | undefined {
  const [scheme = '', credentials = ''] = (header ?? '').split(/ +(.*)/);
  if (scheme.toLowerCase() === 'bearer') return credentials.trim();
  if (scheme.toLowerCase() !== 'basic') return undefined;
  return Buffer.from(credentials, 'base64').toString('utf8').split(':')[0];
}

function refusal(key: string | undefined): string {
  if (key === undefined || key === '')
    return "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details, or we can help at https://support.stripe.com/.";
  const shown =
    key.length > 12 ? key.slice(0, 8) + '*'.repeat(key.length - 12) + key.slice(-4) : '*'.repeat(key.length);
  return `Invalid API Key provided: ${shown}`;
}
