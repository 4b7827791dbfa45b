import * as z from 'zod';
import { endpoint } from './http.ts';
import { source } from './research.ts';

export const suggestOffering = endpoint('post /users/offering/suggest', {
  access: 'subscriber',
  summary: 'Suggest what the caller’s company offers, based on its website; does not change the profile',
  description:
    '`suggestion` is null while the website is being read; call again until it is set. 409 if nothing can be suggested; the message says why. At most five an hour; results are reused for a day.',
  errors: ['CONFLICT'],
  data: z.object({
    suggestion: z.string().nullable(),
    /** The website that was read. */
    domain: z.string().nullable(),
    sources: z.array(source),
  }),
});
