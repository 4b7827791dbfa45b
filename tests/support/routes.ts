import type { Express } from 'express';
import * as z from 'zod';

/**
 * An entry of Express's router: with a `route` it handles requests, with a `stack` in its handler it is a nested
 * router.
 */
const layerSchema = z.object({
  rawPath: z.union([z.string(), z.array(z.string())]).optional(),
  route: z
    .object({ path: z.union([z.string(), z.array(z.string())]), methods: z.record(z.string(), z.boolean()) })
    .optional(),
  handle: z.custom<object>((value) => typeof value === 'function'),
});

/** Lists every route a server handles, such as `GET /api/meetings/:id`, in order of registration. */
export function listRoutes(app: Express): string[] {
  return listBelow(app.router, '');
}

function listBelow(router: object, prefix: string): string[] {
  const layers = z.array(layerSchema).parse(Reflect.get(router, 'stack'));
  return layers.flatMap(({ rawPath, route, handle }) => {
    if (route) {
      const methods = Object.keys(route.methods).map((method) => method.toUpperCase());
      return methods.flatMap((method) => [route.path].flat().map((path) => `${method} ${prefix}${path}`));
    }
    if (!('stack' in handle)) return [];
    return [rawPath ?? '/'].flat().flatMap((path) => listBelow(handle, path === '/' ? prefix : `${prefix}${path}`));
  });
}
