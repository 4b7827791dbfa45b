import { useQuery } from '@tanstack/react-query';
import { profileQuery } from '#web/api/users.ts';

/** The zone every time is shown in: the profile's; the device's until that is known. */
export function useTimeZone(): string {
  const { data: profile } = useQuery(profileQuery);
  return profile?.timezone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
