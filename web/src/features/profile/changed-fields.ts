import type { BodyOf } from '#contract/http.ts';
import type { Profile, updateProfile } from '#contract/users.ts';

type OptionalText = 'companyDomain' | 'jobTitle' | 'offering' | 'meetingGoal';
/** The profile as form values: empty strings instead of null. */
export type ProfileInput = Omit<Profile, 'emailVerified' | 'mailStopped' | OptionalText> & Record<OptionalText, string>;

/** Returns the profile as form values. */
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
 * The changed fields, as the API expects them; null if there are none.
 * @param began the initial form values. Not the current profile: changes saved elsewhere since must not be undone.
 */
export function changedFields(began: ProfileInput, input: ProfileInput): BodyOf<typeof updateProfile> | null {
  const changes: BodyOf<typeof updateProfile> = differing(began, input);
  return Object.keys(changes).length === 0 ? null : changes;
}

/**
 * The form values after saving: the saved profile, plus edits made while it was being saved.
 * @param sent the submitted values
 */
export function afterSaving(saved: Profile, sent: ProfileInput, typed: ProfileInput): ProfileInput {
  return { ...toInput(saved), ...differing(sent, typed) };
}

function differing(before: ProfileInput, after: ProfileInput): Partial<ProfileInput> {
  const known = new Map<string, unknown>(Object.entries(before));
  return Object.fromEntries(Object.entries(after).filter(([field, value]) => known.get(field) !== value));
}
