import express, { type Express } from 'express';
import type { ApiContext } from './context.ts';
import { measureRequests } from './metrics.ts';
import { readToken } from './middleware/access-token.ts';
import { answerNotFound, createErrorHandler } from './middleware/error-handler.ts';
import { refuseCompressedBodies } from './middleware/request-body.ts';
import { allowOwnOrigin, refuseForeignPages } from './middleware/same-origin.ts';
import { createSession } from './middleware/session.ts';
import { createPages } from './pages.ts';
import { createRequestLog, followRequest } from './request-log.ts';
import { healthRoute } from './routes/health.ts';
import { metricsRoute } from './routes/metrics.ts';
import { oneClickRoute } from './routes/one-click.ts';
import { readyRoute } from './routes/ready.ts';
import { googleWebhookRoute } from './routes/webhooks/google.ts';
import { microsoftWebhookRoute } from './routes/webhooks/microsoft.ts';
import { sesWebhookRoute } from './routes/webhooks/ses.ts';
import { stripeWebhookRoute } from './routes/webhooks/stripe.ts';
import { createRoutes } from './routes.ts';
import { securityHeaders } from './security-headers.ts';

const BODY_LIMIT = '100kb';

/** Creates the whole HTTP surface: probes, the API below /api, and the pages. */
export function createApp(context: ApiContext): Express {
  const { config, redis, logger, metrics } = context;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', config.trustProxy);
  app.set('query parser', 'simple');

  app.use(createRequestLog(logger), followRequest, measureRequests(metrics.meter), securityHeaders(config));
  app.use(healthRoute(context), readyRoute(context), metricsRoute(context));
  app.use(refuseCompressedBodies);
  // One-click unsubscribes share their paths with pages, which only answer GET.
  app.use(oneClickRoute(context));

  app.use('/api', (_request, response, next) => {
    response.setHeader('Cache-Control', 'private, no-store');
    next();
  });
  // Called by external services. Each request carries its own proof; it has no origin or session and isn't always JSON.
  app.use(
    '/api',
    stripeWebhookRoute(context),
    sesWebhookRoute(context),
    googleWebhookRoute(context),
    microsoftWebhookRoute(context),
  );
  app.use('/api', allowOwnOrigin(config.publicUrl), refuseForeignPages(config.publicUrl));
  app.use('/api', express.json({ limit: BODY_LIMIT }), createSession(config, redis), readToken(context));
  app.use('/api', createRoutes(context));
  app.use('/api', answerNotFound);

  app.use(createPages(config, context.webFolder));
  app.use(createErrorHandler(logger));
  return app;
}
