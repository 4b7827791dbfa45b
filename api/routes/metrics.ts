import { Router } from 'express';
import type { ApiContext } from '#api/context.ts';
import { forbidden, unauthorized } from '#api/errors.ts';
import { getMetrics } from '#contract/service.ts';
import { METRICS_CONTENT_TYPE } from '#telemetry/metrics.ts';
import { mayReadMetrics } from '#telemetry/metrics-access.ts';

const TOKEN_NEEDED = 'Reading metrics requires the token in METRICS_TOKEN.';

/** Serves metrics of this process and of the whole product: the outbox, the engine's queues, parked workflows. */
export function metricsRoute({ config, metrics }: ApiContext): Router {
  const rule = { token: config.metricsToken, isProduction: config.environment === 'production' };
  return Router().get(getMetrics.path, async (request, response) => {
    const access = mayReadMetrics(request, rule);
    if (access === 'closed') throw forbidden(TOKEN_NEEDED);
    if (access === 'token_wrong') throw unauthorized(TOKEN_NEEDED);
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('Content-Type', METRICS_CONTENT_TYPE);
    response.end(await metrics.read());
  });
}
