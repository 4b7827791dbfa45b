import * as z from 'zod';
import { endpoint } from './http.ts';
import { source } from './research.ts';

export const suggestOffering = endpoint({
  method: 'post',
  path: '/users/offering/suggest',
  access: 'subscriber',
  summary: 'What the company of the caller offers, as its own site tells; nothing is saved',
  description:
    '`suggestion` is null while the site is still being read: ask again. Where there is none, 409 says why. At most five sites an hour; what was read is kept for a day.',
  errors: ['CONFLICT'],
  data: z.object({
    suggestion: z.string().nullable(),
    /** Whose site was read. */
    domain: z.string().nullable(),
    sources: z.array(source),
  }),
});
