import { Router } from 'express';
import type { ApiContext } from '#api/context.ts';
import { getReadiness, type ReadyParts } from '#contract/service.ts';
import { sql } from '#db/sql.ts';
import { keepFor } from '#telemetry/keep-for.ts';

const TIMEOUT_MS = 2000;
const CHECK_EVERY_MS = 1000;

/**
 * Reports which dependencies respond, with a 503 if any does not. Anyone can call this without a limit, so calls within
 * a second share a check.
 */
export function readyRoute({ pool, redis, pingEngine }: ApiContext): Router {
  const check = keepFor(CHECK_EVERY_MS, async (): Promise<ReadyParts> => {
    const [database, cache, engine] = await Promise.all([
      answers(pool.query(sql.typeAlias('void')`select`)),
      answers(redis.ping()),
      answers(pingEngine()),
    ]);
    return { database: state(database), redis: state(cache), engine: state(engine) };
  });
  return Router().get(getReadiness.path, async (_request, response) => {
    const data = await check();
    const down = Object.entries(data).filter(([, value]) => value === 'down');
    if (down.length === 0) return response.json({ success: true, data });
    const message = `Not ready: ${down.map(([name]) => name).join(', ')} down`;
    return response.status(503).json({ success: false, message, error: message, code: 'UNAVAILABLE', data });
  });
}

const state = (isUp: boolean) => (isUp ? 'up' : 'down');

async function answers(check: Promise<unknown>): Promise<boolean> {
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(() => timeout.reject(new Error('no answer in time')), TIMEOUT_MS);
  try {
    await Promise.race([check, timeout.promise]);
    return true;
  } catch {
    return false; // reported in the response
  } finally {
    clearTimeout(timer);
  }
}
