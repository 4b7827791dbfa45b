import * as z from 'zod';
import { hashOf } from '#sandbox/world/site/choose.ts';

/** A deliberate mistake, or text that obeys an instruction in the data; listed so that tests can look for it. */
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

/** Returns true for about `percent` percent of all keys, always the same ones. */
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

/** Appended to a true sentence and cited to that sentence's sources. */
export const inventedNews = 'It filed for insolvency yesterday.';

/** Companies that don't appear on any page of the world. */
const unknown = ['Aquafind', 'Contoso', 'Veltrix Systems', 'Nordhaven'];

/** Attributes a true sentence about a company to an unknown one; null unless it starts with that company's name. */
export function renamed(sentence: string, company: string): string | null {
  const told = sentence.startsWith(`${company} `) || sentence.startsWith(`${company}'s `);
  return told ? `${unknown[hashOf(sentence) % unknown.length] ?? ''}${sentence.slice(company.length)}` : null;
}

/** Turns a true sentence into its opposite; null if its wording does not allow it. */
export function denied(sentence: string): string | null {
  if (/\b(?:not|no|never|cannot|without)\b|n't\b/.test(sentence)) return null;
  const turned = sentence.replace(/\b(?:is|was|are|were|has|have|will)\b/, '$& not');
  return turned === sentence ? null : turned;
}

/** Changes the first digit of the longest figure that is not a year; null if there is none. */
export function misfigured(sentence: string): string | null {
  const figures = [...sentence.matchAll(/\b\d[\d.,]*\d\b|\b\d\b/g)].map(([figure]) => figure);
  const wrong = figures.filter((figure) => !/^(19|20)\d{2}$/.test(figure)).toSorted((a, b) => b.length - a.length)[0];
  return wrong === undefined ? null : sentence.replace(wrong, `${(Number(wrong[0]) % 9) + 1}${wrong.slice(1)}`);
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

/** Swaps one unit for another; null if there is none. */
export function misunited(sentence: string): string | null {
  const swap = units.find(([from]) => from.test(sentence));
  return swap ? sentence.replace(...swap) : null;
}
