import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod';
import type { Endpoint } from '#contract/http.ts';
import { repositoryRoot } from '#scripts/stack/repository.ts';

/** Returns an endpoint's name in test tables, such as `GET /meetings/:id`. */
export const nameOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => `${method.toUpperCase()} ${path}`;

/** Valid values for any path parameters. */
export const anywhere = { params: { id: crypto.randomUUID(), domain: 'zoom.us', kind: 'slack' } };

/** Returns every endpoint that the files in contract/ export, including new ones. */
export async function listEndpoints(): Promise<Endpoint[]> {
  const folder = join(repositoryRoot, 'contract');
  const files = (await readdir(folder)).filter((name) => name.endsWith('.ts'));
  const modules = await Promise.all(files.map((name) => importModule(join(folder, name))));
  return modules.flatMap((module) => Object.values(module)).filter(isEndpoint);
}

async function importModule(path: string): Promise<Record<string, unknown>> {
  return await import(pathToFileURL(path).href);
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'access' in value && 'path' in value && 'data' in value;
}

/** Returns the field names of a body or query. */
export function fieldsOf(schema: z.ZodType): string[] {
  const { properties = {} } = z
    .looseObject({ properties: z.record(z.string(), z.unknown()).optional() })
    .parse(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
  return Object.keys(properties);
}
