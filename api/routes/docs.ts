import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Route } from '#api/route.ts';
import { getDocs } from '#contract/service.ts';

const PAGE = fileURLToPath(new URL('.', import.meta.resolve('#api/docs/index.html')));
const SWAGGER_UI = fileURLToPath(new URL('.', import.meta.resolve('swagger-ui-dist/package.json')));

/** Files the page loads. The package has more, including a demo of another API, which are not served. */
const FILES = new Map([
  ['/docs.css', join(PAGE, 'docs.css')],
  ['/docs.js', join(PAGE, 'docs.js')],
  ['/swagger-ui.css', join(SWAGGER_UI, 'swagger-ui.css')],
  ['/swagger-ui-bundle.js', join(SWAGGER_UI, 'swagger-ui-bundle.js')],
]);

/**
 * Serves the API document as a page. Like all pages, it obeys the content security policy and loads nothing from third
 * parties.
 */
export const docsRoute: Route = (router) => {
  router.get(getDocs.path, (_request, response) => {
    response.sendFile(join(PAGE, 'index.html'), { cacheControl: false });
  });
  router.use(getDocs.path, (request, response, next) => {
    const file = FILES.get(request.path);
    if (file === undefined) return next();
    response.setHeader('Cache-Control', 'no-cache');
    response.sendFile(file, { cacheControl: false });
  });
};
