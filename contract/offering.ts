import * as z from 'zod';
import { endpoint } from './http.ts';
import { source } from './research.ts';

export const suggestOffering = endpoint({
  method: 'post',
  path: '/users/offering/suggest',
  access: 'subscriber',
  summary: 'What the caller’s company offers, according to its website; nothing is saved',
  description:
    '`suggestion` is null while the website is being read: ask again. 409 explains why there is none. At most five an hour; results are kept for a day.',
  errors: ['CONFLICT'],
  data: z.object({
    suggestion: z.string().nullable(),
    /** The website that was read. */
    domain: z.string().nullable(),
    sources: z.array(source),
  }),
});
