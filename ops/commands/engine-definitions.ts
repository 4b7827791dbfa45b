import { readFileSync } from 'node:fs';
import * as z from 'zod';

const attributeTypes = z.enum(['Keyword', 'Bool', 'Datetime']);
const namespace = z.object({ name: z.string(), description: z.string(), retentionDays: z.number().int().min(1) });

export type EngineNamespace = z.infer<typeof namespace>;

/** Search attributes by name (docs/operations.md); the same locally, in a cluster and in Temporal Cloud. */
export const searchAttributeTypes = z
  .record(z.string(), attributeTypes)
  .parse(readDefinitions('search-attributes.json'));

/** The namespaces of a cluster; `npm start` uses `default` instead. */
export const clusterNamespaces = z.array(namespace).parse(readDefinitions('namespaces.json'));

function readDefinitions(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`../../temporal-config/${name}`, import.meta.url), 'utf8'));
}
