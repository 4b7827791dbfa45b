import * as z from 'zod';
import type { Graph, GraphCall } from './graph.ts';

/** Returns the schema of a page of a Graph list. Links to the next page and the next delta round lose their host. */
export function pageOf<T extends z.ZodType>(item: T) {
  return z.object({
    value: z.array(item),
    '@odata.nextLink': link.nullish().transform((path) => path ?? null),
    '@odata.deltaLink': link.nullish().transform((path) => path ?? null),
  });
}

/**
 * Makes a link relative to the API version (`/me/calendarView/delta?$deltatoken=...`), so that no
 * response decides which host gets the token.
 */
const link = z.url().transform((url) => {
  const { pathname, search } = new URL(url);
  return `${pathname.replace(/^\/v1\.0(?=\/)/, '')}${search}`;
});

/** Returns all items of a list, across its pages. */
export async function listAll<T extends z.ZodType>(graph: Graph, item: T, call: GraphCall): Promise<z.output<T>[]> {
  const items: z.output<T>[] = [];
  let next: GraphCall | null = call;
  while (next !== null) {
    const page: z.output<ReturnType<typeof pageOf<T>>> = await graph.get(pageOf(item), next);
    items.push(...page.value);
    const path: string | null = page['@odata.nextLink'];
    next = path === null ? null : { ...call, path, query: {} };
  }
  return items;
}
