import * as z from 'zod';
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
