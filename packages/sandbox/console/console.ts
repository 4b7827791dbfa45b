import express, { type NextFunction, type Request, type Response } from 'express';
import * as z from 'zod';
import { accountRoutes } from '#sandbox/console/accounts.ts';
import { clockRoutes } from '#sandbox/console/clock.ts';
import type { ConsoleContext } from '#sandbox/console/context.ts';
import { faultRoutes } from '#sandbox/console/faults.ts';
import { journalRoutes } from '#sandbox/console/journal.ts';
import { layout } from '#sandbox/console/layout.ts';
import { messageRoutes } from '#sandbox/console/messages.ts';
import { modelRoutes } from '#sandbox/console/model.ts';
import { outboxRoutes } from '#sandbox/console/outbox.ts';
import { overviewRoutes } from '#sandbox/console/overview.ts';
import { paymentRoutes } from '#sandbox/console/payments.ts';
import { html } from '#sandbox/page.ts';

/** Creates the app with the console's pages and `GET /health`. */
export function createConsole(context: ConsoleContext): { app: express.Express } {
  const app = express();
  app.disable('x-powered-by');
  app.get('/health', (_req, res) => {
    res.json({ status: 'ok', vendors: context.vendors.map(({ vendor }) => vendor.name) });
  });
  app.use(refuseForeignForms, express.urlencoded({ extended: false }));
  app.use(overviewRoutes(context), accountRoutes(context), outboxRoutes(context), messageRoutes(context));
  app.use(paymentRoutes(context), journalRoutes(context));
  app.use(faultRoutes(context), modelRoutes(context), clockRoutes(context));
  app.use((req, res) => {
    const content = html`<p><a href="/">Back to overview</a></p>`;
    res.status(404).send(layout({ title: 'Page not found', path: req.path, content }));
  });
  app.use(showError);
  return { app };
}

/** Rejects forms sent by other sites, which could otherwise plan faults through a visitor's browser. */
function refuseForeignForms(req: Request, res: Response, next: NextFunction): void {
  const site = req.headers['sec-fetch-site'];
  if (req.method === 'GET' || site === undefined || site === 'same-origin') next();
  else res.status(403).type('text').send('Forms are accepted only from the console itself.');
}

function showError(error: unknown, req: Request, res: Response, next: NextFunction): void {
  if (res.headersSent) return next(error);
  const wrongInput = error instanceof z.ZodError;
  const text = wrongInput ? z.prettifyError(error) : String(error);
  const content = html`<pre>${text}</pre><p><a href="${req.path}">Back</a></p>`;
  res.status(wrongInput ? 400 : 500).send(layout({ title: 'Something went wrong', path: req.path, content }));
}
