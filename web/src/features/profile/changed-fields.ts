import type { BodyOf } from '#contract/http.ts';
import type { Profile, updateProfile } from '#contract/users.ts';

type Told = 'companyDomain' | 'jobTitle' | 'offering' | 'meetingGoal';
/** As the profile, with an empty text where nothing was told. */
export type ProfileInput = Omit<Profile, 'emailVerified' | 'mailStopped' | Told> & Record<Told, string>;

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

/**
 * Only what is to change, as the call wants it; null when nothing is.
 *
 * @param began What the form began with. The profile of now may hold what was saved elsewhere since, which must not be sent back as it was.
 */
export function changedFields(began: ProfileInput, input: ProfileInput): BodyOf<typeof updateProfile> | null {
  const changes: BodyOf<typeof updateProfile> = differing(began, input);
  return Object.keys(changes).length === 0 ? null : changes;
}

/**
 * What stands in the form once it was saved: the profile, and what was typed meanwhile.
 *
 * @param sent What stood in the form when it was sent.
 */
export function afterSaving(saved: Profile, sent: ProfileInput, typed: ProfileInput): ProfileInput {
  return { ...toInput(saved), ...differing(sent, typed) };
}

function differing(before: ProfileInput, after: ProfileInput): Partial<ProfileInput> {
  const known = new Map<string, unknown>(Object.entries(before));
  return Object.fromEntries(Object.entries(after).filter(([field, value]) => known.get(field) !== value));
}
