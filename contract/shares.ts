import * as z from 'zod';
import { endpoint, instant, uuid } from './http.ts';
import { SHARE_DAYS } from './limits.ts';
import { companyBrief, guestBrief, keyInsight, source } from './research.ts';

export const briefingShare = z.object({
  createdAt: instant,
  expiresAt: instant,
  /** How often others opened it. */
  opens: z.number().int(),
  lastOpenedAt: instant.nullable(),
});
export type BriefingShare = z.infer<typeof briefingShare>;

export const getShare = endpoint({
  method: 'get',
  path: '/meetings/:id/share',
  access: 'subscriber',
  summary: 'Whether a meeting’s briefing is shared, until when, and how often the link was opened',
  errors: ['NOT_FOUND'],
  params: z.object({ id: uuid }),
  data: z.object({ share: briefingShare.nullable() }),
});

export const createShare = endpoint({
  method: 'post',
  path: '/meetings/:id/share',
  access: 'subscriber',
  summary: 'Share a meeting’s briefing by a link',
  description: `The link shows the briefing without an account for ${SHARE_DAYS} days, and is shown here alone. A new link ends the one before. It also ends with the session that made it, wherever a change to the account signs that session out. 409 while there is nothing to share.`,
  errors: ['NOT_FOUND', 'CONFLICT'],
  example: {},
  params: z.object({ id: uuid }),
  body: z.strictObject({}),
  data: z.object({ url: z.string(), expiresAt: instant }),
});

export const endShare = endpoint({
  method: 'delete',
  path: '/meetings/:id/share',
  access: 'subscriber',
  summary: 'End the link of a meeting’s briefing at once; ending it twice changes nothing',
  errors: ['NOT_FOUND'],
  params: z.object({ id: uuid }),
  data: z.object({}),
});

/** What public pages say. What was written for its owner stays with them (api/shared-report.ts). */
export const sharedReport = z.object({
  researchedAt: instant,
  summary: z.string(),
  guests: z.array(
    guestBrief
      .pick({ role: true, facts: true, identity: true, hasObjected: true })
      .extend({ /** Their address where no name is known. */ name: z.string() }),
  ),
  companies: z.array(companyBrief),
  keyInsights: z.array(keyInsight.pick({ title: true, description: true })),
  /** Those that nothing here cites have no address: the places of the others count. */
  sources: z.array(source.omit({ hasWrongFact: true })),
});
export type SharedReport = z.infer<typeof sharedReport>;

export const getSharedBriefing = endpoint({
  method: 'get',
  path: '/shared/:token',
  access: 'public',
  summary: 'The briefing behind a shared link',
  description:
    'Without what its owner told us about themselves or noted, and without what was suggested to them for the meeting. A link that ended and one that never was get the same answer.',
  errors: ['NOT_FOUND'],
  params: z.object({ token: z.string().max(200) }),
  data: z.object({
    title: z.string(),
    startTime: instant,
    endTime: instant,
    isAllDay: z.boolean(),
    sharedBy: z.string(),
    expiresAt: instant,
    /** Null while it is being updated. */
    report: sharedReport.nullable(),
  }),
});
