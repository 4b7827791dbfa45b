import { createHash } from 'node:crypto';
import * as z from 'zod';

/** What a careless answer got wrong on purpose, so that a test can look for it. */
export const plantedSchema = z.object({
  kind: z.enum(['uncited', 'invented_url', 'same_name', 'stale', 'half_true', 'denied']),
  text: z.string(),
  url: z.string().optional(),
});
export type Planted = z.infer<typeof plantedSchema>;

/** The same for the same words in every run: true for about `percent` of all keys. */
export function chance(key: string, percent: number): boolean {
  return (createHash('sha256').update(key).digest()[0] ?? 0) % 100 < percent;
}

export function inventedRumour(subject: string): string {
  return `${subject} is said to be in talks about a merger that would close before the end of the year.`;
}

/** What is put behind a true sentence, under its source: a sentence of its own, or a part of the same. */
export function inventedNews(): { sentence: string; part: string } {
  return { sentence: 'It filed for insolvency yesterday.', part: 'acquires its rival Aquafind' };
}

/** A true sentence turned into its opposite; null where its words do not allow it. */
export function denied(sentence: string): string | null {
  if (/\b(?:not|no|never|cannot|without)\b|n't\b/.test(sentence)) return null;
  const turned = sentence.replace(/\b(?:is|was|are|were|has|have|will)\b/, '$& not');
  return turned === sentence ? null : turned;
}

export function inventedPress(subject: string, domain: string): { text: string; url: string } {
  return {
    text: `${subject} described a far-reaching restructuring in a press note.`,
    url: `https://${domain}/press/restructuring-note`,
  };
}
