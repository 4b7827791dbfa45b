import { Router } from 'express';
import type { ApiContext } from '#api/context.ts';
import { getHealth } from '#contract/service.ts';

/** The process lives, and whether it goes on doing so; nothing is asked of anything it depends on. */
export function healthRoute({ isStopping }: Pick<ApiContext, 'isStopping'>): Router {
  return Router().get(getHealth.path, (_request, response) => {
    response.json({ success: true, data: { status: isStopping() ? 'stopping' : 'ok' } });
  });
}
