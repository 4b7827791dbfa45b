import type { BodyOf } from '#contract/http.ts';
import type { Profile, updateProfile } from '#contract/users.ts';

export type ProfileInput = Omit<Profile, 'emailVerified' | 'companyDomain' | 'mailStopped'> & { companyDomain: string };

/** What the form starts with. */
export function toInput(profile: Profile): ProfileInput {
  const { firstName, lastName, email, companyDomain, timezone, emailNotifications } = profile;
  return { firstName, lastName, email, companyDomain: companyDomain ?? '', timezone, emailNotifications };
}

/** Only what is to change, as the call wants it; null when nothing is. */
export function changedFields(saved: Profile, input: ProfileInput): BodyOf<typeof updateProfile> | null {
  const before = toInput(saved);
  const { firstName, lastName, email, companyDomain, timezone, emailNotifications } = input;
  const changes = {
    ...(firstName !== before.firstName && { firstName }),
    ...(lastName !== before.lastName && { lastName }),
    ...(email !== before.email && { email }),
    ...(companyDomain !== before.companyDomain && { companyDomain }),
    ...(timezone !== before.timezone && { timezone }),
    ...(emailNotifications !== before.emailNotifications && { emailNotifications }),
  };
  return Object.keys(changes).length === 0 ? null : changes;
}
