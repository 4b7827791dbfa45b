import { createHash, timingSafeEqual } from 'node:crypto';
import { BlockList, isIPv6 } from 'node:net';
import { type Request, Router } from 'express';
import type { ApiContext } from '#api/context.ts';
import { getMetrics } from '#api/contract/service.ts';
import { forbidden, unauthorized } from '#api/errors.ts';
import { METRICS_CONTENT_TYPE } from '#telemetry/metrics.ts';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** A proxy on this machine reaches us from this machine as well. */
const PROXY_HEADERS = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'];

/**
 * For whoever runs the installation. With METRICS_TOKEN set only the token counts. Without it a caller on this machine may read, but not in production,
 * where a proxy that says nothing of itself would open it to everybody.
 */
export function metricsRoute({ config, metrics }: ApiContext): Router {
  return Router().get(getMetrics.path, async (request, response) => {
    if (config.metricsToken === null) {
      const isOpen = config.environment !== 'production' && isFromThisMachine(request);
      if (!isOpen) throw forbidden('Metrics are read with the token of METRICS_TOKEN.');
    } else if (!hasToken(request, config.metricsToken)) {
      response.setHeader('WWW-Authenticate', 'Bearer');
      throw unauthorized('Metrics are read with the token of METRICS_TOKEN.');
    }
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('Content-Type', METRICS_CONTENT_TYPE);
    response.end(await metrics.read());
  });
}

function isFromThisMachine({ socket, headers }: Request): boolean {
  const { remoteAddress = '' } = socket;
  if (PROXY_HEADERS.some((name) => headers[name] !== undefined)) return false;
  return loopback.check(remoteAddress, isIPv6(remoteAddress) ? 'ipv6' : 'ipv4');
}

function hasToken(request: Request, token: string): boolean {
  const [, given = ''] = /^Bearer (.+)$/i.exec(request.get('authorization') ?? '') ?? [];
  return timingSafeEqual(digest(given), digest(token));
}

const digest = (text: string) => createHash('sha256').update(text).digest();
