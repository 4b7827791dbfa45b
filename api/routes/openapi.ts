import { Router } from 'express';
import type { ApiContext } from '#api/context.ts';
import { createApiDocument } from '#api/openapi/document.ts';
import { getOpenapi } from '#contract/service.ts';

/** Serves the OpenAPI document, created once: the contract never changes at runtime. */
export function openapiRoute({ config }: ApiContext): Router {
  const text = JSON.stringify(createApiDocument(config));
  return Router().get(getOpenapi.path, (_request, response) => {
    response.type('json').send(text);
  });
}
