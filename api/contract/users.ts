import * as z from 'zod';
import { endpoint } from './http.ts';

export const profile = z.object({
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  companyDomain: z.string().nullable(),
  timezone: z.string(),
  emailNotifications: z.boolean(),
});
export type Profile = z.infer<typeof profile>;

export const getProfile = endpoint({
  method: 'get',
  path: '/users/profile',
  access: 'session',
  summary: 'The profile of the signed-in user',
  data: z.object({ user: profile }),
});
