import * as z from 'zod';
import { endpoint, instant, uuid } from './http.ts';

const level = z.enum(['high', 'medium', 'low']);

/** Factual text carries its citations as `[n]`, n the 1-based place in `sources`. */
export const keyInsight = z.object({
  title: z.string(),
  description: z.string(),
  importance: level,
  category: z.string(),
});
export const recommendation = z.object({
  action: z.string(),
  reasoning: z.string(),
  priority: level,
  effort: z.string(),
});
export const opportunity = z.object({ description: z.string(), category: z.string() });
export const source = z.object({ title: z.string(), url: z.string() });
export type Source = z.infer<typeof source>;

/** What was learnt about one guest; `identity` says how sure we are that it is this person. */
export const guestBrief = z.object({
  email: z.string(),
  name: z.string().nullable(),
  role: z.string().nullable(),
  facts: z.array(z.string()),
  identity: z.enum(['confirmed', 'likely', 'unknown']),
});
export type GuestBrief = z.infer<typeof guestBrief>;

export const companyBrief = z.object({
  domain: z.string(),
  name: z.string(),
  line: z.string(),
  news: z.array(z.string()),
});
export type CompanyBrief = z.infer<typeof companyBrief>;

/** The content of a finished research run: specification section 3, then what the mail needs beside it. */
export const researchReport = z.object({
  summary: z.string(),
  keyInsights: z.array(keyInsight),
  recommendations: z.array(recommendation),
  riskFactors: z.array(z.string()),
  opportunities: z.array(opportunity),
  sources: z.array(source),
  guests: z.array(guestBrief),
  companies: z.array(companyBrief),
  talkingPoints: z.array(z.string()),
  questions: z.array(z.string()),
  /** What was looked for and not found, said openly. */
  notFound: z.array(z.string()),
});
export type ResearchReport = z.infer<typeof researchReport>;

export const researchResult = researchReport.extend({
  id: uuid,
  meetingId: uuid,
  qualityScore: z.number().min(0).max(100),
  confidence: z.number().min(0).max(100),
  createdAt: instant,
  rawResponse: z.string(),
});
export type ResearchResult = z.infer<typeof researchResult>;

export const getMeetingResearch = endpoint({
  method: 'get',
  path: '/research/meetings/:id',
  access: 'subscriber',
  summary: 'Research of one meeting, newest first',
  params: z.object({ id: uuid }),
  data: z.object({ results: z.array(researchResult) }),
});

export const triggerResearch = endpoint({
  method: 'post',
  path: '/research/trigger',
  access: 'subscriber',
  summary: 'Research a meeting now; `force` repeats finished research',
  body: z.strictObject({ meetingId: uuid, force: z.boolean().default(false) }),
  data: z.object({ targetCompany: z.string().nullable(), researchState: z.string() }),
});
