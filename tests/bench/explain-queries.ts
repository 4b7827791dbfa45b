import { createPool, type DatabasePool } from 'slonik';
import * as z from 'zod';

const plan = z.object({
  'Node Type': z.string(),
  'Relation Name': z.string().optional(),
  'Sort Space Type': z.string().optional(),
  'Shared Hit Blocks': z.number(),
  'Shared Read Blocks': z.number(),
  get Plans() {
    return z.array(plan).optional();
  },
});
type Plan = z.infer<typeof plan>;

type Options = {
  /** Changes a query's text before it is explained. */
  rewrite?: (text: string) => string;
};

/**
 * Opens a pool that runs queries under `explain (analyze)` and keeps their plans instead of returning rows. `plans`
 * returns the nodes of the latest query's plan.
 */
export async function openExplainingPool(databaseUrl: string, { rewrite = (text) => text }: Options = {}) {
  let plans: Plan[] = [];
  const pool: DatabasePool = await createPool(databaseUrl, {
    maxPoolSize: 1,
    resetConnection: async () => {},
    interceptors: [
      {
        name: 'explain',
        transformQuery: (_context, query) => ({
          ...query,
          sql: `explain (analyze, buffers, format json) ${rewrite(query.sql)}`,
        }),
        transformRow: (_context, _query, row) => {
          const [explained] = z.array(z.object({ Plan: plan })).parse(Object.values(row)[0]);
          if (explained) plans = flatten(explained.Plan);
          return row;
        },
      },
    ],
  });
  return { pool, plans: () => plans };
}

/** Returns the pages a node reads itself. Its counts also include its children, such as the guests of each meeting. */
export function ownBuffers(node: Plan): number {
  const pages = (one: Plan) => one['Shared Hit Blocks'] + one['Shared Read Blocks'];
  return pages(node) - (node.Plans ?? []).reduce((sum, child) => sum + pages(child), 0);
}

/** Counts the sorts, in memory or on disk, of rows from tables whose name matches. */
export function countSorts(plans: readonly Plan[], table: RegExp): number {
  const reads = (node: Plan) => flatten(node).some((child) => table.test(child['Relation Name'] ?? ''));
  return plans.filter((node) => node['Node Type'].includes('Sort') && reads(node)).length;
}

function flatten(node: Plan): Plan[] {
  return [node, ...(node.Plans ?? []).flatMap(flatten)];
}
