import { useQuery } from '@tanstack/react-query';
import { profileQuery } from '#web/api/profile.ts';
import { deviceTimeZone } from './device-time-zone.ts';
import { keepReaderLocale } from './reader-locale.ts';

/**
 * The zone for all times: the profile’s, or the device’s until that has loaded. Also applies the profile’s locale.
 */
export function useTimeZone(): string {
  const { data: profile } = useQuery(profileQuery);
  if (profile) keepReaderLocale(profile);
  return profile?.timezone ?? deviceTimeZone();
}
