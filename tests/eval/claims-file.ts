import { readFileSync } from 'node:fs';
import * as z from 'zod';

const labelledPage = z.object({
  page: z.string(),
  language: z.string(),
  type: z.string(),
  url: z.string(),
  title: z.string(),
  date: z.string().nullable(),
  subject: z.object({
    company: z.object({ name: z.string(), domain: z.string() }),
    person: z.object({ name: z.string(), email: z.string() }).nullable(),
  }),
  text: z.string(),
  statements: z.array(
    z.object({
      id: z.string(),
      statement: z.string(),
      quotes: z.array(z.string()),
      label: z.enum(['supported', 'unsupported']),
      kind: z.string(),
    }),
  ),
});

/** A fetched page and labelled statements about it. */
export type LabelledPage = z.infer<typeof labelledPage>;

/** Reads a file with one labelled page per line. @throws an Error that names the file and line of an invalid entry */
export function readClaims(file: string): LabelledPage[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.flatMap((line, index) => {
    if (line.trim() === '') return [];
    try {
      return [labelledPage.parse(JSON.parse(line))];
    } catch (error) {
      throw new Error(`${file}:${index + 1} is not a labelled page`, { cause: error });
    }
  });
}
