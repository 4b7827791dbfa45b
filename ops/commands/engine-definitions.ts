import { readFileSync } from 'node:fs';
import * as z from 'zod';

const attributeTypes = z.enum(['Keyword', 'Bool', 'Datetime']);
const namespace = z.object({ name: z.string(), description: z.string(), retentionDays: z.number().int().min(1) });

export type EngineNamespace = z.infer<typeof namespace>;

/** What operators find workflows by (docs/operations.md), by name. The same everywhere: on this machine, in a cluster, in Temporal Cloud. */
export const searchAttributeTypes = z
  .record(z.string(), attributeTypes)
  .parse(readDefinitions('search-attributes.json'));

/** The namespaces of a cluster. The engine of `npm start` has its own, `default`. */
export const clusterNamespaces = z.array(namespace).parse(readDefinitions('namespaces.json'));

function readDefinitions(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`../../temporal-config/${name}`, import.meta.url), 'utf8'));
}
