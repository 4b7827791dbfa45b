import * as z from 'zod';
import { pageQuery, pagination } from './admin-whitelist.ts';
import { botTokenHeader, email, endpoint, instant, uuid } from './http.ts';
import { domainName, line } from './text.ts';

export const requestObjection = endpoint({
  method: 'post',
  path: '/privacy/objection',
  access: 'public',
  summary: 'Ask not to be researched; needs a bot token, and answers the same whether the address is known or not',
  description: 'A mail to the address brings a link; the objection counts once that is followed and confirmed.',
  headers: botTokenHeader,
  example: { email: 'ines@brightwater.test' },
  body: z.strictObject({ email }),
  data: z.object({ message: z.string() }),
});

const token = z.string().min(1, 'Invalid confirmation link').max(200);

/** Looking at a link changes nothing, because mail scanners follow links too. */
export const getObjectionRequest = endpoint({
  method: 'get',
  path: '/privacy/objection/confirm',
  access: 'public',
  summary: 'What the link of the mail would confirm',
  errors: ['BAD_REQUEST'],
  query: z.object({ token }),
  data: z.object({ email: z.string(), isConfirmed: z.boolean() }),
});

export const confirmObjection = endpoint({
  method: 'post',
  path: '/privacy/objection/confirm',
  access: 'public',
  summary: 'Confirm the objection with the token of the mail; repeating it is harmless',
  description:
    'From then on nobody researches the address. What is known of its owner is erased, and coming meetings with them are researched again without them.',
  errors: ['BAD_REQUEST'],
  example: { token: 'token-of-the-mail' },
  body: z.strictObject({ token }),
  data: z.object({ message: z.string() }),
});

/** Who is not to be researched: `email` or `domain`, the other is null. */
export const objection = z.object({
  id: uuid,
  email: z.string().nullable(),
  /** With everybody whose address is of it. */
  domain: z.string().nullable(),
  reason: z.string().nullable(),
  /** Asked for by the guest, with the form of the privacy page. */
  isOwn: z.boolean(),
  createdAt: instant,
  /** The admin who listed it; null where the guest asked, or the account is gone. */
  listedByUser: z.object({ firstName: z.string(), lastName: z.string(), email: z.string() }).nullable(),
});
export type Objection = z.infer<typeof objection>;

export const listObjections = endpoint({
  method: 'get',
  path: '/admin/objections',
  access: 'admin',
  summary: 'Who is not to be researched, newest first, page by page',
  query: pageQuery,
  data: z.array(objection),
  pagination,
});

export const addObjection = endpoint({
  method: 'post',
  path: '/admin/objections',
  access: 'admin',
  summary: 'List an address, or a domain with everybody of it; 409 when it is listed already',
  description: 'It counts at once, as a confirmed objection of the guest would.',
  errors: ['BAD_REQUEST', 'CONFLICT'],
  example: { email: 'ines@brightwater.test', reason: 'Asked by letter' },
  body: z
    .strictObject({ email: email.optional(), domain: domainName.optional(), reason: line(200).optional() })
    .refine((body) => (body.email === undefined) !== (body.domain === undefined), {
      message: 'Please name an email address or a domain',
      path: ['email'],
    }),
  data: z.object({ message: z.string(), objection }),
});

export const removeObjection = endpoint({
  method: 'delete',
  path: '/admin/objections/:id',
  access: 'admin',
  summary: 'Take somebody off the list; from then on they are researched again',
  errors: ['NOT_FOUND'],
  params: z.object({ id: uuid }),
  data: z.object({ message: z.string() }),
});
