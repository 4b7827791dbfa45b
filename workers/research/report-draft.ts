import * as z from 'zod';

/** A sentence with the sources it rests on. */
const fact = z.strictObject({
  text: z.string().describe('One or two plain sentences, without citation marks, links or markup.'),
  sources: z.array(z.string()).describe('Ids of the sources that say so, for example ["s1","s4"].'),
});
export type Fact = z.infer<typeof fact>;

/** What a statement is filed under; anything else is left out. */
export const CATEGORIES = [
  'Business',
  'Company',
  'Competition',
  'Customers',
  'Finance',
  'Funding',
  'Growth',
  'Hiring',
  'Leadership',
  'Market',
  'News',
  'Operations',
  'Partnership',
  'People',
  'Product',
  'Regulation',
  'Risk',
  'Strategy',
  'Technology',
] as const;
export const EFFORTS = ['low', 'medium', 'high'] as const;

// Plain strings for the parser: an unknown word is no reason to lose the whole draft.
const category = z.string().describe(`One of: ${CATEGORIES.join(', ')}.`);
const effort = z.string().describe(`One of: ${EFFORTS.join(', ')}.`);
const title = z.string().describe('A few words in sentence case that say no more than the description.');

const level = z.enum(['high', 'medium', 'low']);

/** What the model is asked to write. Nothing of it is believed before citations.ts and identity.ts have seen it. */
export const reportDraft = z.strictObject({
  summary: z.array(fact).describe('Quick take, 2 to 3 items: who they are, why now, the one thing to know.'),
  keyInsights: z.array(z.strictObject({ title, description: fact, importance: level, category })),
  recommendations: z.array(z.strictObject({ action: z.string(), reasoning: fact, priority: level, effort })),
  riskFactors: z.array(fact).describe('Watch-outs for this meeting.'),
  opportunities: z.array(z.strictObject({ description: fact, category })),
  guests: z.array(
    z.strictObject({
      id: z.string().describe('The id of the guest in the meeting data.'),
      role: fact.nullable().describe('Job title and since when; null if the sources do not say.'),
      facts: z.array(fact).describe('3 to 5 facts, the dated one first.'),
    }),
  ),
  companies: z.array(
    z.strictObject({
      domain: z.string(),
      name: z.string(),
      line: fact.describe('What the company does, in one line.'),
      news: z.array(fact).describe('2 to 3 dated items of the last 90 days.'),
    }),
  ),
  talkingPoints: z.array(fact).describe('3 to 5 points for this meeting.'),
  questions: z.array(z.string()).describe('2 to 3 questions worth asking.'),
});
export type ReportDraft = z.infer<typeof reportDraft>;

const { $schema: _dialect, ...schema } = z.toJSONSchema(reportDraft);
/** The same shape for the vendor, which accepts a subset of JSON Schema: no lengths, no bounds. */
export const reportSchema: Record<string, unknown> = schema;

/** A draft that says nothing. */
export const EMPTY_DRAFT: ReportDraft = {
  summary: [],
  keyInsights: [],
  recommendations: [],
  riskFactors: [],
  opportunities: [],
  guests: [],
  companies: [],
  talkingPoints: [],
  questions: [],
};
