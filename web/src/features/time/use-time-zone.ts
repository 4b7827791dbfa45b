import { useQuery } from '@tanstack/react-query';
import { profileQuery } from '#web/api/profile.ts';
import { deviceTimeZone } from './device-time-zone.ts';
import { keepReaderLocale } from './reader-locale.ts';

/** The zone every time is shown in: the profile's; the device's until that is known. From then on times are written in the profile's locale too. */
export function useTimeZone(): string {
  const { data: profile } = useQuery(profileQuery);
  if (profile) keepReaderLocale(profile);
  return profile?.timezone ?? deviceTimeZone();
}
