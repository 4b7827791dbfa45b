import * as z from 'zod';
import { briefingItem } from './briefings.ts';
import { feedbackReason } from './feedback.ts';
import { endpoint, instant, uuid } from './http.ts';

/** An entry of the audit log. `action` is `noun.verb`, for example `whitelist.added`. */
export const activity = z.object({
  id: uuid,
  at: instant,
  action: z.string(),
  /** Null for visitors, the command line and deleted accounts. */
  actor: z.object({ name: z.string(), email: z.string() }).nullable(),
  /** From the account or whitelist entry concerned; null once that is gone, as the log doesn't store addresses. */
  subjectEmail: z.string().nullable(),
});
export type Activity = z.infer<typeof activity>;

export const overview = z.object({
  totalUsers: z.number().int(),
  /** Not counting expired entries. */
  whitelistedEmails: z.number().int(),
  /** Users active in the last 30 days. */
  activeUsers: z.number().int(),
  adminUsers: z.number().int(),
  /** Newest first. */
  recentActivity: z.array(activity),
});

export const getOverview = endpoint('get /admin/overview', {
  access: 'admin',
  summary: 'Counts of users, whitelisted emails, active users and admins, and recent activity',
  data: overview,
});

/** An entry with its IP address and details. */
export const auditEntry = activity.extend({
  /** Null for the command line and the worker. */
  ip: z.string().nullable(),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});
export type AuditEntry = z.infer<typeof auditEntry>;

export const listAuditLog = endpoint('get /admin/audit-log', {
  access: 'admin',
  summary: 'The audit log, newest first; paged by cursor',
  query: z.object({
    limit: z.coerce.number().int().min(1).max(100).default(50),
    /** Id of the previous page's last entry. */
    cursor: uuid.optional(),
  }),
  data: z.object({ entries: z.array(auditEntry), nextCursor: z.string().nullable() }),
});

/** A poorly rated briefing, without personal data. */
export const poorBriefing = z.object({
  id: uuid,
  sentAt: instant.nullable(),
  /** The latest reason; null if none was given. */
  reason: feedbackReason.nullable(),
  wrongPersons: z.number().int(),
  wrongFacts: z.number().int(),
  /** Minutes between sending and the meeting. */
  minutesBefore: z.number().int().nullable(),
  /** Why it was incomplete; null if it was complete. */
  shortfall: briefingItem.shape.shortfall,
  /** Its research; null if it had none. */
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
  /** Days covered by all figures. */
  days: z.number().int(),
  briefings: z.number().int(),
  /** Briefings, by their latest rating. */
  useful: z.number().int(),
  notUseful: z.number().int(),
  /** Errors reported in these briefings. */
  wrongPersons: z.number().int(),
  wrongFacts: z.number().int(),
  reasons: z.array(z.object({ reason: feedbackReason, count: z.number().int() })),
  /** Most reported errors first, then newest. */
  worst: z.array(poorBriefing),
});
export type FeedbackFigures = z.infer<typeof feedbackFigures>;

export const getFeedbackFigures = endpoint('get /admin/feedback', {
  access: 'admin',
  summary: 'Recent feedback and the lowest-rated briefings, without personal data',
  data: feedbackFigures,
});
