import * as z from 'zod';
import { briefingItem } from './briefings.ts';
import { feedbackReason } from './feedback.ts';
import { endpoint, instant, uuid } from './http.ts';

/** One line of the audit log. `action` is `noun.verb`, for example `whitelist.added`. */
export const activity = z.object({
  id: uuid,
  at: instant,
  action: z.string(),
  /** Null for visitors, for the command line, and for accounts that are gone. */
  actor: z.object({ name: z.string(), email: z.string() }).nullable(),
  /** The address it was done to, as long as there is an account or a whitelist entry of it: the log itself holds no addresses. */
  subjectEmail: z.string().nullable(),
});
export type Activity = z.infer<typeof activity>;

export const overview = z.object({
  totalUsers: z.number().int(),
  /** Entries that have not expired. */
  whitelistedEmails: z.number().int(),
  /** Users who used their account within 30 days, signed in still or not. */
  activeUsers: z.number().int(),
  adminUsers: z.number().int(),
  /** Newest first. */
  recentActivity: z.array(activity),
});

export const getOverview = endpoint({
  method: 'get',
  path: '/admin/overview',
  access: 'admin',
  summary: 'Four counters and what happened lately',
  data: overview,
});

/** An entry with where it came from and what was noted of it. */
export const auditEntry = activity.extend({
  /** Null for the command line and the worker. */
  ip: z.string().nullable(),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});
export type AuditEntry = z.infer<typeof auditEntry>;

export const listAuditLog = endpoint({
  method: 'get',
  path: '/admin/audit-log',
  access: 'admin',
  summary: 'The audit log, newest first; pages by cursor',
  query: z.object({
    limit: z.coerce.number().int().min(1).max(100).default(50),
    /** The id the page before ended with. */
    cursor: uuid.optional(),
  }),
  data: z.object({ entries: z.array(auditEntry), nextCursor: z.string().nullable() }),
});

/** A briefing that its reader found wanting, without anything of the reader, the meeting or what it told. */
export const poorBriefing = z.object({
  id: uuid,
  sentAt: instant.nullable(),
  /** What was said last; null where no reason was given. */
  reason: feedbackReason.nullable(),
  wrongPersons: z.number().int(),
  wrongFacts: z.number().int(),
  /** How long before the meeting it left. */
  minutesBefore: z.number().int().nullable(),
  /** What it had to do without; null where it was complete. */
  shortfall: briefingItem.shape.shortfall,
  /** Of its research; null where it told of none. */
  research: z
    .object({
      qualityScore: z.number(),
      confidence: z.number(),
      guests: z.number().int(),
      guestsKnown: z.number().int(),
      companies: z.number().int(),
      facts: z.number().int(),
      talkingPoints: z.number().int(),
      sources: z.number().int(),
      costUsd: z.number(),
      ageHours: z.number().int(),
    })
    .nullable(),
});
export type PoorBriefing = z.infer<typeof poorBriefing>;

export const feedbackFigures = z.object({
  /** Over how many days everything here is counted. */
  days: z.number().int(),
  briefings: z.number().int(),
  /** Briefings by what was said last. */
  useful: z.number().int(),
  notUseful: z.number().int(),
  wrongPersons: z.number().int(),
  wrongFacts: z.number().int(),
  reasons: z.array(z.object({ reason: feedbackReason, count: z.number().int() })),
  /** The newest of those with most that was wrong. */
  worst: z.array(poorBriefing),
});
export type FeedbackFigures = z.infer<typeof feedbackFigures>;

export const getFeedbackFigures = endpoint({
  method: 'get',
  path: '/admin/feedback',
  access: 'admin',
  summary: 'What readers said of their briefings lately, and the worst of these, without personal content',
  data: feedbackFigures,
});
