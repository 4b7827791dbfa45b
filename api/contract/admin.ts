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
