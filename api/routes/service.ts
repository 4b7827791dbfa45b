import { type Route, route } from '#api/route.ts';
import { getServiceState } from '#contract/service.ts';
import { keepFor } from '#telemetry/keep-for.ts';

const LOOK_EVERY_MS = 5_000;

/** Reports whether the engine is reachable. Every open page polls this, so calls within five seconds share a check. */
export const serviceRoute: Route = (router, context) => {
  const engineState = keepFor<'up' | 'down'>(LOOK_EVERY_MS, () =>
    context.pingEngine().then(
      () => 'up',
      () => 'down', // reported in the response
    ),
  );
  route(getServiceState, async () => ({ engine: await engineState() }))(router, context);
};
