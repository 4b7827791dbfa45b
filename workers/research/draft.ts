import * as z from 'zod';
import { EFFORTS, INSIGHT_CATEGORIES } from '#domain/enumerations.ts';
import type { Statement } from './statement.ts';

/** A sentence with the findings it is based on. */
const fact = z.strictObject({
  text: z.string().describe('One plain sentence; of a role the title.'),
  findings: z.array(z.string()).describe('Ids of the findings it rests on.'),
});
export type Fact = z.infer<typeof fact>;

// Plain strings for the parser, since an unknown word should not invalidate the whole draft.
const category = z.string().describe(`One of: ${INSIGHT_CATEGORIES.join(', ')}.`);
const effort = z.string().describe(`One of: ${EFFORTS.join(', ')}.`);
const level = z.enum(['high', 'medium', 'low']);

/** The content that the model is asked to write. Nothing is used before it is verified. */
export const draft = z.strictObject({
  summary: z
    .array(fact)
    .describe(
      'The quick take: 2 sentences, the first of which says why this meeting; a third where it matters as much.',
    ),
  guests: z.array(
    z.strictObject({
      id: z.string(),
      role: fact.nullable().describe('Job title and since when, no sentence; null where no finding says it.'),
      facts: z.array(fact).describe('Up to 4, the most useful in this meeting first, without the role.'),
    }),
  ),
  companies: z.array(
    z.strictObject({
      domain: z.string(),
      name: z.string().describe('As the company writes it.'),
      line: fact.nullable().describe('What it does, for whom.'),
      news: z.array(fact).describe('Up to 3, the newest first, each with its date.'),
    }),
  ),
  talkingPoints: z
    .array(
      z.strictObject({ point: fact, why: fact.nullable().describe('Why it matters to this reader, in this meeting.') }),
    )
    .describe('3 or 4, the most useful first.'),
  questions: z.array(fact).describe('2 or 3 that a person would ask aloud, the most useful first.'),
  riskFactors: z.array(fact).describe('Watch-outs, none where there is none.'),
  keyInsights: z
    .array(z.strictObject({ title: z.string(), description: fact, importance: level, category }))
    .describe('Up to 2 facts that stand nowhere else.'),
  recommendations: z
    .array(z.strictObject({ action: z.string(), reasoning: fact, priority: level, effort }))
    .describe('Up to 2.'),
  opportunities: z.array(z.strictObject({ description: fact, category })).describe('Up to 2.'),
});
export type Draft = z.infer<typeof draft>;

/** A draft, its statements, the statement id for each object in the draft, and the number of statements proposed. */
export type Written = { draft: Draft; statements: Statement[]; idOf: ReadonlyMap<object, string>; proposed: number };

const { $schema: _dialect, ...schema } = z.toJSONSchema(draft);
/** The draft's schema for the vendor, which accepts only a subset of JSON Schema, without lengths and bounds. */
export const draftSchema: Record<string, unknown> = schema;

/** A draft without content. */
export const EMPTY_DRAFT: Draft = {
  summary: [],
  guests: [],
  companies: [],
  talkingPoints: [],
  questions: [],
  riskFactors: [],
  keyInsights: [],
  recommendations: [],
  opportunities: [],
};
