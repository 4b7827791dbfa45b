import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { BodyOf } from '#contract/http.ts';
import type { Profile, updateProfile } from '#contract/users.ts';
import { ApiError } from '#web/api/api-error.ts';
import { meetingsKey } from '#web/api/meetings.ts';
import { profileQuery } from '#web/api/profile.ts';
import { sessionQuery } from '#web/api/session.ts';
import { putProfile } from '#web/api/users.ts';
import { useReportFailure } from '#web/features/errors/use-report-failure.ts';
import { notify } from '#web/ui/notify.ts';

type Changes = BodyOf<typeof updateProfile>;

/** Saves the profile. Refreshes the name in the sidebar and the meetings, whose types depend on the company domain. */
export function useSaveProfile({
  onSaved,
  onPasswordRequired,
}: {
  onSaved: (profile: Profile, changes: Changes) => void;
  /** Called if the user signed in too long ago to change the email without a password. */
  onPasswordRequired: (message: string) => void;
}) {
  const queryClient = useQueryClient();
  const router = useRouter();
  const reportFailure = useReportFailure();
  return useMutation({
    mutationFn: (changes: Changes) => putProfile(changes),
    onSuccess: async ({ user, message }, changes) => {
      queryClient.setQueryData(profileQuery.queryKey, user);
      onSaved(user, changes);
      notify({ tone: 'success', title: message, durationMs: changes.email === undefined ? 3000 : 6000 });
      if (changes.companyDomain !== undefined) await queryClient.invalidateQueries({ queryKey: meetingsKey });
      if (changes.firstName === undefined && changes.lastName === undefined) return;
      await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
      await router.invalidate();
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'PASSWORD_REQUIRED') onPasswordRequired(error.message);
      else reportFailure(error, 'Failed to update profile');
    },
  });
}
