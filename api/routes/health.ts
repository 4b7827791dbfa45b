import { Router } from 'express';
import { getHealth } from '#api/contract/service.ts';

/** The process lives; nothing is asked of anything it depends on. */
export function healthRoute(): Router {
  return Router().get(getHealth.path, (_request, response) => {
    response.json({ success: true, data: { status: 'ok' } });
  });
}
