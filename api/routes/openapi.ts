import { createApiDocument } from '#api/openapi/document.ts';
import type { Route } from '#api/route.ts';
import { getOpenapi } from '#contract/service.ts';

/** Serves the OpenAPI document, created once: the contract never changes at runtime. */
export const openapiRoute: Route = (router, { config }) => {
  const text = JSON.stringify(createApiDocument(config));
  router.get(getOpenapi.path, (_request, response) => {
    response.type('json').send(text);
  });
};
