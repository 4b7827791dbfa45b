import { Router } from 'express';
import type { ApiContext } from '#api/context.ts';
import { createApiDocument } from '#api/openapi/document.ts';
import { getOpenapi } from '#contract/service.ts';

/** The contract never changes at runtime, so the document is written once. */
export function openapiRoute({ config }: ApiContext): Router {
  const text = JSON.stringify(createApiDocument(config));
  return Router().get(getOpenapi.path, (_request, response) => {
    response.type('json').send(text);
  });
}
