import { Router } from 'express';

/** The process lives; nothing is asked of anything it depends on. */
export function healthRoute(): Router {
  return Router().get('/health', (_request, response) => {
    response.json({ success: true, data: { status: 'ok' } });
  });
}
