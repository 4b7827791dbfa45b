import * as z from 'zod/mini';
import { DOMAIN_NAME, INVALID_DOMAIN, toDomainName } from '#contract/domain-name.ts';
import { emailField } from '#web/features/auth-forms/account-fields.ts';
import { tooLongText } from '#web/features/meetings/too-long.ts';
import type { ProfileInput } from './changed-fields.ts';

const name = (missing: string) =>
  z.string().check(z.trim(), z.minLength(1, missing), z.maxLength(100, 'Name is too long'));

const text = (maxLength: number) => z.string().check(z.trim(), z.maxLength(maxLength, tooLongText(maxLength)));

/** Validation of the profile form, with the specified messages; the server checks again. */
export const profileSchema = z.object({
  firstName: name('Please enter your first name'),
  lastName: name('Please enter your last name'),
  email: emailField,
  companyDomain: z
    .string()
    .check(
      z.overwrite(toDomainName),
      z.minLength(1, 'Please enter your company domain'),
      z.regex(DOMAIN_NAME, INVALID_DOMAIN),
    ),
  jobTitle: text(100),
  offering: text(1000),
  meetingGoal: text(500),
  timezone: z.string().check(z.minLength(1, 'Please choose a time zone')),
  // Selected from lists, so there is nothing to validate.
  briefingLanguage: z.custom<ProfileInput['briefingLanguage']>(),
  locale: z.custom<ProfileInput['locale']>(),
  hourCycle: z.custom<ProfileInput['hourCycle']>(),
  emailNotifications: z.boolean(),
});
