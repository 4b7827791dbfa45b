import { useQuery } from '@tanstack/react-query';
import { profileQuery } from '#web/api/profile.ts';
import { deviceTimeZone } from './device-time-zone.ts';

/** The zone every time is shown in: the profile's; the device's until that is known. */
export function useTimeZone(): string {
  const { data: profile } = useQuery(profileQuery);
  return profile?.timezone ?? deviceTimeZone();
}
