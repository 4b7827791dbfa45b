import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Router } from 'express';
import * as z from 'zod';
import { behaviourOfSiteKey, dummyToken } from '#sandbox/turnstile/keys.ts';
import { type TokenBook, tokenLifetimeMs } from '#sandbox/turnstile/token-book.ts';

const challenge = z.object({
  sitekey: z.string(),
  hostname: z.string().min(1).max(255),
  action: z
    .string()
    .regex(/^[\w-]{0,32}$/)
    .optional(),
  cdata: z
    .string()
    .regex(/^[\w-]{0,255}$/)
    .optional(),
  interactive: z.boolean(),
});

/** The vendor's error codes, passed to `error-callback`. */
const errorCodes = { unknownSiteKey: '400020', badParameters: '100001', failed: '300030' } as const;

/** Serves `api.js`, the frame it opens, and the frame's tokens. */
export function widgetRoutes(book: TokenBook): Router {
  const router = Router();
  const root = '/turnstile/v0';

  for (const [path, file, type] of [
    ['api.js', 'api.js', 'text/javascript'],
    ['widget', 'widget.html', 'text/html'],
    ['widget.js', 'widget.js', 'text/javascript'],
  ] as const) {
    const content = readFileSync(join(import.meta.dirname, 'client', file), 'utf8');
    router.get(`${root}/${path}`, (_req, res) => {
      res.set({ 'cross-origin-resource-policy': 'cross-origin', 'cache-control': 'no-cache' }).type(type).send(content);
    });
  }

  router.post(`${root}/challenge`, (req, res) => {
    const asked = challenge.safeParse(req.body);
    if (!asked.success) res.status(400).json({ code: errorCodes.badParameters });
    else res.json(answerChallenge(book, asked.data));
  });

  return router;
}

function answerChallenge(book: TokenBook, { sitekey, ...asked }: z.infer<typeof challenge>): unknown {
  const behaviour = behaviourOfSiteKey(sitekey);
  if (behaviour === undefined) return { code: errorCodes.unknownSiteKey };
  if (behaviour === 'block') return { code: errorCodes.failed };
  if (behaviour === 'interact' && !asked.interactive) return { interactive: true };
  const token = behaviour === 'issue' ? book.issue(asked) : dummyToken;
  return { token, lifetimeMs: tokenLifetimeMs };
}
