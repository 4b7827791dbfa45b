import * as z from 'zod';
import { hashOf } from '#sandbox/world/site/choose.ts';

/** What a careless answer got wrong on purpose, or an obedient one wrote because it was told to, so that a test can look for it. */
export const plantedSchema = z.object({
  kind: z.enum([
    'uncited',
    'invented_url',
    'same_name',
    'stale',
    'wrong_figure',
    'wrong_unit',
    'planned_as_done',
    'parent_for_subsidiary',
    'half_true',
    'denied',
    'unknown_name',
    'kept_by_judge',
    'obeyed',
  ]),
  text: z.string(),
  url: z.string().optional(),
});
export type Planted = z.infer<typeof plantedSchema>;

/** The same for the same words in every run: true for about `percent` of all keys. */
export function chance(key: string, percent: number): boolean {
  return hashOf(key) % 100 < percent;
}

export function inventedRumour(subject: string): string {
  return `${subject} is said to be in talks about a merger that would close before the end of the year.`;
}

export function inventedPress(subject: string, domain: string): { text: string; url: string } {
  return {
    text: `${subject} described a far-reaching restructuring in a press note.`,
    url: `https://${domain}/press/restructuring-note`,
  };
}

/** Put behind a true sentence, under its sources. */
export const inventedNews = 'It filed for insolvency yesterday.';

/** Firms that no page of the world knows. */
const unknown = ['Aquafind', 'Contoso', 'Veltrix Systems', 'Nordhaven'];

/** A true sentence about a company, told of another one that nobody knows; null where it does not begin with the company's name. */
export function renamed(sentence: string, company: string): string | null {
  const told = sentence.startsWith(`${company} `) || sentence.startsWith(`${company}'s `);
  return told ? `${unknown[hashOf(sentence) % unknown.length] ?? ''}${sentence.slice(company.length)}` : null;
}

/** A true sentence turned into its opposite; null where its words do not allow it. */
export function denied(sentence: string): string | null {
  if (/\b(?:not|no|never|cannot|without)\b|n't\b/.test(sentence)) return null;
  const turned = sentence.replace(/\b(?:is|was|are|were|has|have|will)\b/, '$& not');
  return turned === sentence ? null : turned;
}

/** Its largest figure made ten times as large; null where it has none but years. */
export function misfigured(sentence: string): string | null {
  const figures = [...sentence.matchAll(/\b\d[\d.,]*\d\b|\b\d\b/g)].map(([figure]) => figure);
  const wrong = figures.filter((figure) => !/^(19|20)\d{2}$/.test(figure)).toSorted((a, b) => b.length - a.length)[0];
  return wrong === undefined ? null : sentence.replace(wrong, `${wrong}0`);
}

const units: [from: RegExp, to: string][] = [
  [/\bbillion\b/, 'million'],
  [/\bmillion\b/, 'billion'],
  [/\beuros?\b/, 'dollars'],
  [/\bpounds\b/, 'euros'],
  [/\bpercent\b/, 'percentage points a month'],
  [/\bkilometres\b/, 'metres'],
  [/\btonnes\b/, 'kilograms'],
  [/\bMillionen\b/, 'Milliarden'],
  [/\bmillones\b/, 'mil'],
  [/億円/, '万円'],
];

/** Its first unit swapped for another; null where it has none. */
export function misunited(sentence: string): string | null {
  const swap = units.find(([from]) => from.test(sentence));
  return swap ? sentence.replace(...swap) : null;
}
