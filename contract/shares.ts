import * as z from 'zod';
import { byId, emptyBody, endpoint, instant, uuid } from './http.ts';
import { SHARE_DAYS } from './limits.ts';
import { companyBrief, guestBrief, keyInsight, researchReport, source } from './research.ts';

export const briefingShare = z.object({
  createdAt: instant,
  expiresAt: instant,
  /** Number of times others opened the link. */
  opens: z.number().int(),
  lastOpenedAt: instant.nullable(),
});
export type BriefingShare = z.infer<typeof briefingShare>;

export const getShare = endpoint('get /meetings/:id/share', {
  access: 'subscriber',
  summary: 'Share status of a meeting’s briefing',
  ...byId,
  data: z.object({ share: briefingShare.nullable() }),
});

export const createShare = endpoint('post /meetings/:id/share', {
  access: 'subscriber',
  summary: 'Share a meeting’s briefing by link',
  description: `Anyone with the link can read the briefing for ${SHARE_DAYS} days. The link is returned only here; a new one replaces it, and an account change that ends the session that created it revokes it. 409 if there is nothing to share.`,
  errors: ['NOT_FOUND', 'CONFLICT'],
  params: z.object({ id: uuid }),
  ...emptyBody,
  data: z.object({ url: z.string(), expiresAt: instant }),
});

export const endShare = endpoint('delete /meetings/:id/share', {
  access: 'subscriber',
  summary: 'Revoke a briefing’s link at once; safe to repeat',
  ...byId,
  data: z.object({}),
});

/** Facts from public pages. What was written for the briefing's owner stays private (api/shared-report.ts). */
export const sharedReport = z.object({
  language: researchReport.shape.language,
  researchedAt: instant,
  summary: z.string(),
  guests: z.array(
    guestBrief
      .pick({ role: true, facts: true, identity: true, hasObjected: true })
      .extend({ /** `A guest from` their address's host if their name is unknown. */ name: z.string() }),
  ),
  companies: z.array(companyBrief),
  keyInsights: z.array(keyInsight.pick({ title: true, description: true })),
  /** Uncited sources are blank, to keep the numbering. */
  sources: z.array(source.omit({ hasWrongFact: true })),
});
export type SharedReport = z.infer<typeof sharedReport>;

export const getSharedBriefing = endpoint('get /shared/:token', {
  access: 'public',
  summary: 'The briefing behind a shared link',
  description:
    'Leaves out anything based on the owner’s own words, and suggestions made to them. Expired, revoked and unknown links get the same response.',
  errors: ['NOT_FOUND'],
  params: z.object({ token: z.string().max(200) }),
  data: z.object({
    title: z.string(),
    startTime: instant,
    endTime: instant,
    isAllDay: z.boolean(),
    sharedBy: z.string(),
    expiresAt: instant,
    /** Null without research. */
    report: sharedReport.nullable(),
  }),
});
