import * as z from 'zod';
import { byId, emailField, endpoint, instant, uuid } from './http.ts';
import { WHITELIST_BULK_MAX, WHITELIST_DEFAULT_PAGE_SIZE } from './limits.ts';
import { line } from './text.ts';

export const whitelistEntry = z.object({
  id: uuid,
  email: z.string(),
  reason: z.string().nullable(),
  /** Null for no expiration. */
  expiresAt: instant.nullable(),
  contractReference: z.string().nullable(),
  createdAt: instant,
  /** The admin who added it; null once their account is deleted. */
  addedByUser: z.object({ firstName: z.string(), lastName: z.string(), email: z.string() }).nullable(),
});
export type WhitelistEntry = z.infer<typeof whitelistEntry>;

export const pagination = z.object({ totalPages: z.number().int(), total: z.number().int() });

/** Page number and size for lists in the admin area. */
export const pageQuery = z.object({
  page: z
    .string()
    .regex(/^[1-9]\d{0,5}$/, 'page must be a number from 1 to 999999')
    .default('1')
    .transform(Number),
  limit: z
    .string()
    .regex(/^(?:[1-9]\d?|100)$/, 'limit must be a number from 1 to 100')
    .default(String(WHITELIST_DEFAULT_PAGE_SIZE))
    .transform(Number),
});

export const listWhitelist = endpoint('get /admin/whitelist', {
  access: 'admin',
  summary: 'Whitelist entries, newest first, page by page',
  query: pageQuery,
  data: z.array(whitelistEntry),
  pagination,
});

/** Apply to the address, or to every address added in bulk. */
const terms = {
  reason: line(200).optional(),
  /** Days from now; without it, the entry does not expire. */
  duration: z.number().int().min(1).max(3650).optional(),
  contractReference: line(200).optional(),
};

export const addToWhitelist = endpoint('post /admin/whitelist', {
  access: 'admin',
  summary: 'Give an address full access; 409 if already whitelisted',
  errors: ['CONFLICT'],
  example: { email: 'robin@harborline.test', reason: 'Beta tester', duration: 90, contractReference: 'C-2026-014' },
  body: z.strictObject({ email: emailField('Please enter an email address'), ...terms }),
  data: z.object({ message: z.string(), entry: whitelistEntry }),
});

export const bulkAddToWhitelist = endpoint('post /admin/whitelist/bulk', {
  access: 'admin',
  summary: 'Give many addresses full access; an invalid one does not affect the others',
  example: {
    emails: ['robin@harborline.test', 'sam@harborline.test'],
    reason: 'Beta tester',
    duration: 30,
    contractReference: 'C-2026-014',
  },
  body: z.strictObject({
    emails: z
      // An invalid address fails on its own; one too long to be returned in the response fails the whole call.
      .array(line(1000))
      .min(1, 'Please enter valid email addresses')
      .max(WHITELIST_BULK_MAX, `Maximum ${WHITELIST_BULK_MAX} emails allowed at once`),
    ...terms,
  }),
  data: z.object({
    /** `skipped`: already whitelisted, or duplicates. */
    summary: z.object({
      addedCount: z.number().int(),
      skippedCount: z.number().int(),
      failedCount: z.number().int(),
    }),
    failed: z.array(z.object({ email: z.string(), error: z.string() })),
  }),
});

export const removeFromWhitelist = endpoint('delete /admin/whitelist/:id', {
  access: 'admin',
  summary: 'Revoke an address’s full access, effective from its next request',
  ...byId,
  data: z.object({ message: z.string() }),
});
