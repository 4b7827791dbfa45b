import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { type Company, companySchema } from './schema.ts';

const folder = join(import.meta.dirname, 'companies');

/**
 * Returns all companies of the seeded world, in order of file name. Vendors that seed meetings take guests from here:
 * `readCompanies().flatMap((company) => company.people)` -> `{ name, email, title, ... }`.
 * @throws if a file does not match `schema.ts`, naming the file and the field
 */
export function readCompanies(): Company[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .toSorted()
    .map(readCompany);
}

function readCompany(file: string): Company {
  const parsed = companySchema.safeParse(JSON.parse(readFileSync(join(folder, file), 'utf8')));
  if (!parsed.success) throw new Error(`sandbox/world/companies/${file}: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}
