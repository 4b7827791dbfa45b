import { type Route, route } from '#api/route.ts';
import { shareCheck } from '#api/shared-check.ts';
import { getServiceState } from '#contract/service.ts';

const LOOK_EVERY_MS = 5_000;

/** Reports whether the engine is reachable. Every open page polls this, so calls within five seconds share a check. */
export const serviceRoute: Route = (router, context) => {
  const engineState = shareCheck<'up' | 'down'>(
    () =>
      context.pingEngine().then(
        () => 'up',
        () => 'down', // reported in the response
      ),
    LOOK_EVERY_MS,
  );
  route(getServiceState, async () => ({ engine: await engineState() }))(router, context);
};
