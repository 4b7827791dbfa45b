import * as z from 'zod';
import type { AnswerRequest } from '#providers/research/provider.ts';
import { draft, type Fact } from '#workers/research/draft.ts';

/** The parts of a report; all but `rest` have limited room. */
export type Part = 'summary' | 'guest' | 'news' | 'points' | 'questions' | 'rest';

/** One sentence written by the model. */
export type Drafted = {
  text: string;
  /** A fact repeats pages; a conclusion may also draw on the meeting and the reader. */
  kind: 'fact' | 'conclusion';
  /** A guest's id or a domain; null in the general parts. */
  about: string | null;
  part: Part;
};

const quoted = z.array(z.object({ id: z.string(), kind: z.string() }));

/** Returns a draft's sentences that cite a finding, except titles, actions and the reasons for talking points. */
export function draftedIn({ prompt }: AnswerRequest, output: unknown): Drafted[] {
  const json = /<findings>\n([\s\S]*?)\n<\/findings>/.exec(prompt)?.[1] ?? '[]';
  const own = new Set(quoted.parse(JSON.parse(json)).flatMap(({ id, kind }) => (kind === 'page' ? [] : [id])));
  const written = draft.parse(output);
  const isReported = ({ findings }: Fact) => !findings.some((id) => own.has(id));
  const all: (Omit<Drafted, 'text'> & { fact: Fact | null })[] = [
    ...written.summary.map((fact) => ({
      fact,
      kind: isReported(fact) ? ('fact' as const) : ('conclusion' as const),
      about: null,
      part: 'summary' as const,
    })),
    ...written.guests.flatMap(({ id, role, facts }) => [
      { fact: role, ...FACT, about: id },
      ...facts.map((fact) => ({ fact, ...FACT, about: id, part: 'guest' as const })),
    ]),
    ...written.companies.flatMap(({ domain, line, news }) => [
      { fact: line, ...FACT, about: domain },
      ...news.map((fact) => ({ fact, ...FACT, about: domain, part: 'news' as const })),
    ]),
    ...written.keyInsights.map(({ description }) => ({ fact: description, ...FACT })),
    ...written.talkingPoints.map(({ point }) => ({ fact: point, ...CONCLUSION, part: 'points' as const })),
    ...written.questions.map((fact) => ({ fact, ...CONCLUSION, part: 'questions' as const })),
    ...written.riskFactors.map((fact) => ({ fact, ...CONCLUSION })),
    ...written.recommendations.map(({ reasoning }) => ({ fact: reasoning, ...CONCLUSION })),
    ...written.opportunities.map(({ description }) => ({ fact: description, ...CONCLUSION })),
  ];
  return all.flatMap(({ fact, ...one }) => (fact && fact.findings.length > 0 ? [{ ...one, text: fact.text }] : []));
}

const FACT = { kind: 'fact', about: null, part: 'rest' } as const;
const CONCLUSION = { kind: 'conclusion', about: null, part: 'rest' } as const;
