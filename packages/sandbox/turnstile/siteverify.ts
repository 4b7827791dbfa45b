import { type Request, Router } from 'express';
import * as z from 'zod';
import { rawBody } from '#sandbox/control/body.ts';
import { behaviourOfSecret, dummyToken } from '#sandbox/turnstile/keys.ts';
import type { IssuedToken, TokenBook } from '#sandbox/turnstile/token-book.ts';

const maxResponseLength = 2048;

const body = z.object({
  secret: z.string().default(''),
  response: z.string().default(''),
  remoteip: z.string().optional(),
  idempotency_key: z.string().optional(),
});

type ErrorCode =
  | 'missing-input-secret'
  | 'invalid-input-secret'
  | 'missing-input-response'
  | 'invalid-input-response'
  | 'bad-request'
  | 'timeout-or-duplicate';

/**
 * Serves `POST /turnstile/v0/siteverify`, with a JSON, URL-encoded or multipart body. Any well-formed body gets 200;
 * `success` and `error-codes` hold the result.
 */
export function siteverifyRoutes(book: TokenBook): Router {
  const router = Router();
  const path = '/turnstile/v0/siteverify';

  router.post(path, async (req, res) => {
    const parsed = body.safeParse(Buffer.isBuffer(req.body) ? await readMultipart(req) : req.body);
    if (!parsed.success) res.status(400).json(refused('bad-request'));
    else res.json(verify(book, parsed.data));
  });

  router.all(path, (_req, res) => {
    res.status(405).set('allow', 'POST').json(refused('bad-request'));
  });

  return router;
}

/** Returns the fields of a multipart form, which the vendor's examples send; undefined for any other body. */
async function readMultipart(req: Request): Promise<unknown> {
  const type = req.headers['content-type'] ?? '';
  if (!type.startsWith('multipart/form-data')) return undefined;
  try {
    return Object.fromEntries(await new Response(rawBody(req), { headers: { 'content-type': type } }).formData());
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

function verify(book: TokenBook, input: z.infer<typeof body>): unknown {
  if (input.secret === '') return refused('missing-input-secret');
  const behaviour = behaviourOfSecret(input.secret);
  if (!behaviour) return refused('invalid-input-secret');
  if (input.response === '') return refused('missing-input-response');
  if (input.response.length > maxResponseLength) return refused('invalid-input-response');
  if (behaviour === 'pass') return accepted({ hostname: 'example.com', issuedAtMs: Date.now(), interactive: false });
  if (behaviour === 'fail') return refused('invalid-input-response');
  if (behaviour === 'spent') return refused('timeout-or-duplicate');
  if (input.response === dummyToken) return refused('invalid-input-response');
  const key = input.idempotency_key;
  if (key !== undefined && !z.uuid().safeParse(key).success) return refused('bad-request');

  const outcome = book.spend(input.response, key);
  if (outcome === 'unknown') return refused('invalid-input-response');
  if (outcome === 'spent' || outcome === 'expired') return refused('timeout-or-duplicate');
  return accepted(outcome);
}

function accepted(token: Pick<IssuedToken, 'hostname' | 'issuedAtMs' | 'interactive'> & Partial<IssuedToken>): unknown {
  return {
    success: true,
    'error-codes': [],
    challenge_ts: new Date(token.issuedAtMs).toISOString(),
    hostname: token.hostname,
    action: token.action ?? '',
    cdata: token.cdata ?? '',
    metadata: { interactive: token.interactive },
  };
}

function refused(code: ErrorCode): unknown {
  return { success: false, 'error-codes': [code], messages: [] };
}
