import { Router } from 'express';
import type { ApiContext } from '#api/context.ts';
import { getHealth } from '#contract/service.ts';

/** Reports that the process is alive, and whether it is stopping; checks no dependencies. */
export function healthRoute({ isStopping }: Pick<ApiContext, 'isStopping'>): Router {
  return Router().get(getHealth.path, (_request, response) => {
    response.json({ success: true, data: { status: isStopping() ? 'stopping' : 'ok' } });
  });
}
