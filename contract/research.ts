import * as z from 'zod';
import { byId, email, endpoint, instant, uuid } from './http.ts';
import { researchState } from './meetings.ts';
import { line } from './text.ts';

const level = z.enum(['high', 'medium', 'low']);

/** Factual text cites sources as `[n]`, counting `sources` from 1. */
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
export const source = z.object({
  title: z.string(),
  url: z.string(),
  /** The reader reported an error from this page. */
  hasWrongFact: z.boolean().exactOptional(),
});
export type Source = z.infer<typeof source>;

/** Someone with a guest's name, found on a page. */
export const personCandidate = z.object({
  title: z.string(),
  url: z.string(),
  /** A sentence from the page; empty if the page was not read. */
  excerpt: z.string(),
});
export type PersonCandidate = z.infer<typeof personCandidate>;

/** Findings about a guest; `identity`: how certain it is that they are about this person. */
export const guestBrief = z.object({
  email: z.string(),
  name: z.string().nullable(),
  role: z.string().nullable(),
  facts: z.array(z.string()),
  identity: z.enum(['confirmed', 'likely', 'unknown']),
  /** People the guest may be; only the user can say which one, if any. */
  candidates: z.array(personCandidate).default([]),
  /** They or their company objected to being researched, so they were not. */
  hasObjected: z.boolean().exactOptional(),
});
export type GuestBrief = z.infer<typeof guestBrief>;

export const companyBrief = z.object({
  domain: z.string(),
  name: z.string(),
  line: z.string(),
  news: z.array(z.string()),
});
export type CompanyBrief = z.infer<typeof companyBrief>;

/** A sentence of our own in a report, with its code and values, so that emails can translate it. */
const remark = z.object({
  text: z.string(),
  code: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
});

/**
 * The content of a finished research run: the fields of specification section 3, plus those only emails need.
 * Recommendations, riskFactors, opportunities, talkingPoints and questions are inferred, and labelled as such wherever
 * shown. In older reports, other inferred statements begin with `Inferred: `.
 */
export const researchReport = z.object({
  /**
   * The language its statements are written in: `de`. Missing from older reports, and from those that have no statements
   * of their own, as quotes keep the language of their source.
   */
  language: z.string().exactOptional(),
  summary: z.string(),
  /** Summary sentences not based on what the reader told us. Missing from older reports. */
  shareable: z.array(z.string()).exactOptional(),
  keyInsights: z.array(keyInsight),
  recommendations: z.array(recommendation),
  riskFactors: z.array(z.string()),
  opportunities: z.array(opportunity),
  sources: z.array(source),
  guests: z.array(guestBrief),
  companies: z.array(companyBrief),
  talkingPoints: z.array(z.string()),
  questions: z.array(z.string()),
  /** Information that was searched for but not found. */
  notFound: z.array(z.string()),
  /** Reasons for lower scores, one sentence each; empty in older reports. */
  scoreReasons: z.array(z.string()).default([]),
  /** Our own sentences in `notFound`, `scoreReasons` and the summary; missing from older reports. */
  remarks: z.array(remark).exactOptional(),
});
export type ResearchReport = z.infer<typeof researchReport>;

export const researchResult = researchReport.omit({ remarks: true, shareable: true }).extend({
  id: uuid,
  meetingId: uuid,
  qualityScore: z.number().min(0).max(100),
  confidence: z.number().min(0).max(100),
  createdAt: instant,
  /**
   * When the report's oldest source was looked up: findings about a company or person are reused across meetings for
   * several days.
   */
  researchedAt: instant,
  rawResponse: z.string(),
});
export type ResearchResult = z.infer<typeof researchResult>;

export const getMeetingResearch = endpoint('get /research/meetings/:id', {
  access: 'subscriber',
  scope: 'read',
  summary: 'A meeting’s research, newest first',
  ...byId,
  data: z.object({
    results: z.array(researchResult),
    /** The user's answers about who this meeting's guests are. */
    answers: z.array(
      z.object({
        email: z.string(),
        /** The page the user chose; null if they rejected all of them. */
        url: z.string().nullable(),
      }),
    ),
  }),
});

export const answerDisambiguation = endpoint('post /research/disambiguation', {
  access: 'subscriber',
  scope: 'write',
  summary: 'Identify a guest among people with the same name; applies to all meetings with that guest',
  description:
    'Upcoming meetings whose research this answer outdates are researched again, usually without using more quota.',
  errors: ['NOT_FOUND'],
  example: {
    meetingId: '0190d3a6-4c1e-7b52-9d5f-2f6f3c1f8a10',
    email: 'alex.moreau@gmail.com',
    url: 'https://lumenfield.test/team/alex-moreau',
  },
  body: z.strictObject({
    meetingId: uuid,
    email,
    /** One of the guest's candidates; null rejects all of them. */
    url: line(2000).nullable(),
  }),
  data: z.object({ researchState }),
});

export const triggerResearch = endpoint('post /research/trigger', {
  access: 'subscriber',
  scope: 'write',
  summary: 'Research a meeting now; `force` repeats finished research',
  errors: ['NOT_FOUND', 'INVALID_TARGET', 'QUOTA_EXCEEDED'],
  example: { meetingId: '0190d3a6-4c1e-7b52-9d5f-2f6f3c1f8a10', force: false },
  body: z.strictObject({ meetingId: uuid, force: z.boolean().default(false) }),
  data: z.object({ targetCompany: z.string().nullable(), researchState: z.string() }),
});

const listedState = z.enum(['pending', 'running', 'completed', 'failed']);

/** A meeting's research; scores and summary are from its newest result, null until there is one. */
export const researchItem = z.object({
  meetingId: uuid,
  title: z.string(),
  startTime: instant,
  status: listedState,
  /** Id of the newest result. */
  id: uuid.nullable(),
  qualityScore: z.number().nullable(),
  confidence: z.number().nullable(),
  summary: z.string().nullable(),
  createdAt: instant.nullable(),
});
export type ResearchItem = z.infer<typeof researchItem>;

export const listResearch = endpoint('get /research/user', {
  access: 'subscriber',
  scope: 'read',
  summary: 'Research for all meetings, latest meeting first',
  query: z.object({
    limit: z.coerce.number().int().min(1).max(100).default(25),
    offset: z.coerce.number().int().min(0).max(100_000).default(0),
    status: listedState.optional(),
  }),
  data: z.object({ research: z.array(researchItem), total: z.number() }),
});

/**
 * `total` and `byStatus` count meetings; `results` and the averages cover successful runs. Tokens and searches include
 * runs without a result.
 */
export const researchStats = z.object({
  total: z.number(),
  byStatus: z.object({ pending: z.number(), running: z.number(), completed: z.number(), failed: z.number() }),
  results: z.number(),
  averageQualityScore: z.number().nullable(),
  averageConfidence: z.number().nullable(),
  inputTokens: z.number(),
  outputTokens: z.number(),
  searches: z.number(),
});

export const getResearchStats = endpoint('get /research/stats', {
  access: 'subscriber',
  scope: 'read',
  summary: 'Research counts by status, average scores, tokens used and searches made',
  data: z.object({ stats: researchStats }),
});
