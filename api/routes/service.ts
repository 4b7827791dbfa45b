import { type Route, route } from '#api/route.ts';
import { getServiceState } from '#contract/service.ts';

const LOOK_EVERY_MS = 5_000;

/** Reports whether the engine is reachable. Every open page polls this, so calls within five seconds share a check. */
export const serviceRoute: Route = (router, context) => {
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
  route(getServiceState, async () => ({ engine: await engineState() }))(router, context);
};
