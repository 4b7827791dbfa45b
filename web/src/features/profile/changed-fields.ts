import type { BodyOf } from '#contract/http.ts';
import type { Profile, updateProfile } from '#contract/users.ts';

type Told = 'companyDomain' | 'jobTitle' | 'offering' | 'meetingGoal';
/** As the profile, with an empty text where nothing was told. */
type ProfileInput = Omit<Profile, 'emailVerified' | 'mailStopped' | Told> & Record<Told, string>;

/** What the form starts with. */
export function toInput(profile: Profile): ProfileInput {
  const { firstName, lastName, email, companyDomain, jobTitle, offering, meetingGoal, timezone } = profile;
  const { briefingLanguage, locale, hourCycle, emailNotifications } = profile;
  return {
    firstName,
    lastName,
    email,
    companyDomain: companyDomain ?? '',
    jobTitle: jobTitle ?? '',
    offering: offering ?? '',
    meetingGoal: meetingGoal ?? '',
    timezone,
    briefingLanguage,
    locale,
    hourCycle,
    emailNotifications,
  };
}

/** Only what is to change, as the call wants it; null when nothing is. */
export function changedFields(saved: Profile, input: ProfileInput): BodyOf<typeof updateProfile> | null {
  const before = new Map<string, unknown>(Object.entries(toInput(saved)));
  const changed = Object.entries(input).filter(([field, value]) => before.get(field) !== value);
  const changes: BodyOf<typeof updateProfile> = Object.fromEntries(changed);
  return changed.length === 0 ? null : changes;
}
