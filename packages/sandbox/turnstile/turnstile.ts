import express from 'express';
import * as z from 'zod';
import { createControl } from '#sandbox/control/control.ts';
import { siteverifyRoutes } from '#sandbox/turnstile/siteverify.ts';
import { createTokenBook } from '#sandbox/turnstile/token-book.ts';
import { widgetRoutes } from '#sandbox/turnstile/widget.ts';
import type { Vendor, VendorOptions } from '#sandbox/vendor.ts';

const tokenBody = z.strictObject({
  hostname: z.string().min(1),
  action: z.string().optional(),
  cdata: z.string().optional(),
});

/**
 * Creates Cloudflare Turnstile: the widget's script and frame, and siteverify. Tokens use real time, not the sandbox's
 * clock.
 */
export function createTurnstile({ clock, store }: VendorOptions): Vendor {
  const book = createTokenBook(store);
  const reset = (): void => book.clear();
  const errorBody = () => ({ body: { success: false, 'error-codes': ['internal-error'], messages: [] } });
  const control = createControl({ name: 'turnstile', clock, reset, errorBody });

  control.own.post('/token', (req, res) => {
    res.json({ token: book.issue({ ...tokenBody.parse(req.body), interactive: false }) });
  });

  const app = express();
  app.disable('x-powered-by');
  app.use(control.router);
  app.use(widgetRoutes(book), siteverifyRoutes(book));
  return { name: 'turnstile', app, control, reset };
}
