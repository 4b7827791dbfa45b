import * as z from 'zod';
import { readAddress, readHost } from '#domain/email-address.ts';
import { pageQuery, pagination } from './admin-whitelist.ts';
import { INVALID_DOMAIN } from './domain-name.ts';
import { botTokenHeader, byId, endpoint, INVALID_EMAIL, instant, linkBody, linkQuery, uuid } from './http.ts';
import { line } from './text.ts';

/** Returns a schema for text; `read` converts it to the form in which guests are stored, or returns null. */
const readAs = (read: (text: string) => string | null, message: string) =>
  z
    .string(message)
    .trim()
    .transform((text, context) => {
      const known = read(text);
      if (known !== null) return known;
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    });
/** Any address that a calendar can list, so that everyone who is researched can object. */
const email = readAs(readAddress, INVALID_EMAIL);
const domain = readAs(readHost, INVALID_DOMAIN);

export const requestObjection = endpoint('post /privacy/objection', {
  access: 'public',
  summary: 'Object to being researched; needs a bot token; same response whether or not the address is known',
  description: 'Emails a confirmation link to the address; the objection applies once confirmed.',
  errors: ['BAD_REQUEST'],
  headers: botTokenHeader,
  example: { email: 'ines@brightwater.test' },
  body: z.strictObject({ email }),
  data: z.object({ message: z.string() }),
});

const token = z.string().min(1, 'Invalid confirmation link').max(200);

export const getObjectionRequest = endpoint('get /privacy/objection/confirm', {
  ...linkQuery(token),
  summary: 'The address an objection link is for, and whether it is already confirmed',
  data: z.object({ email: z.string(), isConfirmed: z.boolean() }),
});

export const confirmObjection = endpoint('post /privacy/objection/confirm', {
  ...linkBody(token),
  summary: 'Confirm the objection with the emailed token; safe to repeat',
  description:
    'From then on, the address is not researched for anyone. What is known about its owner is erased, and upcoming meetings with them are researched again without them.',
});

/** Someone who must not be researched: either `email` or `domain` is set, the other is null. */
export const objection = z.object({
  id: uuid,
  email: z.string().nullable(),
  /** Covers everyone at the domain. */
  domain: z.string().nullable(),
  reason: z.string().nullable(),
  /** Requested by the guest on the privacy page. */
  isOwn: z.boolean(),
  createdAt: instant,
  /** The admin who listed it; null if the guest did, or the account is gone. */
  listedByUser: z.object({ firstName: z.string(), lastName: z.string(), email: z.string() }).nullable(),
});
export type Objection = z.infer<typeof objection>;

export const listObjections = endpoint('get /admin/objections', {
  access: 'admin',
  summary: 'Objections to being researched, newest first, page by page',
  query: pageQuery,
  data: z.array(objection),
  pagination,
});

export const addObjection = endpoint('post /admin/objections', {
  access: 'admin',
  summary: 'Stop research on an address, or on everyone at a domain; 409 if already listed',
  description: 'Applies at once, like an objection confirmed by the guest.',
  errors: ['BAD_REQUEST', 'CONFLICT'],
  example: { email: 'ines@brightwater.test', reason: 'Requested by letter' },
  body: z
    .strictObject({ email: email.optional(), domain: domain.optional(), reason: line(200).optional() })
    .refine((body) => (body.email === undefined) !== (body.domain === undefined), {
      message: 'Please enter an email address or a domain',
      path: ['email'],
    }),
  data: z.object({ message: z.string(), objection }),
});

export const removeObjection = endpoint('delete /admin/objections/:id', {
  access: 'admin',
  summary: 'Take someone off the list; they may then be researched again',
  ...byId,
  data: z.object({ message: z.string() }),
});
