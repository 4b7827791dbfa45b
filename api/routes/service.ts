import { Router } from 'express';
import type { ApiContext } from '#api/context.ts';
import { answer } from '#api/http.ts';
import { requireUser } from '#api/middleware/require-user.ts';
import { getServiceState } from '#contract/service.ts';

const LOOK_EVERY_MS = 5_000;

/** Reports whether the engine is reachable. Every open page polls this, so calls within five seconds share a check. */
export function serviceRoute(context: ApiContext): Router {
  let look: Promise<'up' | 'down'> | null = null;
  let lookedAt = 0;
  const engineState = () => {
    if (look === null || Date.now() - lookedAt > LOOK_EVERY_MS) {
      lookedAt = Date.now();
      look = context.pingEngine().then(
        () => 'up',
        () => 'down', // reported in the response
      );
    }
    return look;
  };
  return Router().get(getServiceState.path, requireUser(context), async (_request, response) => {
    answer(response, getServiceState, { engine: await engineState() });
  });
}
