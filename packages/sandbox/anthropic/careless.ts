import { createHash } from 'node:crypto';
import * as z from 'zod';

/** What a careless answer got wrong on purpose, so that a test can look for it. */
export const plantedSchema = z.object({
  kind: z.enum(['uncited', 'invented_url', 'same_name', 'stale', 'half_true', 'denied', 'unknown_name', 'unmarked']),
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

/** What stands beside statements without a source of its own, and says what none tells. */
export function inventedAround(company: string, person: string) {
  return {
    title: `${company} is insolvent`,
    action: `Mention that ${person} was arrested for fraud`,
    category: 'CEO in prison for fraud',
    questions: [`Is it true that the founder of ${company} was arrested for fraud last week?`],
  };
}

/** Firms that no page of the world knows. */
const UNKNOWN = ['Aquafind', 'Contoso', 'Veltrix Systems', 'Nordhaven'];

/** A true sentence about a company, told of another one that nobody knows; null where it does not begin with the company's name. */
export function renamed(sentence: string, company: string): string | null {
  const told = sentence.startsWith(`${company} `) || sentence.startsWith(`${company}'s `);
  return told ? `${pick(UNKNOWN, sentence)}${sentence.slice(company.length)}` : null;
}

/**
 * What is put behind a true sentence and a comma, in words of the sources as far as can be.
 *
 * @param names Names and years that the sources hold.
 */
export function hiddenHalf(sentence: string, { names, years }: { names: readonly string[]; years: readonly string[] }) {
  const rival = pick(names, sentence) ?? 'Contoso';
  const year = pick(years, sentence) ?? '2024';
  const halves = [
    `and it bought ${rival} in ${year}`,
    'cutting a third of all its jobs',
    `which led ${rival} to sue them`,
  ];
  return pick(halves, `half ${sentence}`) ?? '';
}

/** The same for the same words in every run. */
function pick(from: readonly string[], key: string): string | undefined {
  return from[(createHash('sha256').update(key).digest()[0] ?? 0) % from.length];
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
