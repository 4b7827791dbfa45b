import { useQuery } from '@tanstack/react-query';
import { profileQuery } from '#web/api/profile.ts';
import { deviceTimeZone } from './device-time-zone.ts';
import { keepReaderLocale } from './reader-locale.ts';

/** The zone for all times, from the profile. Also applies the profile’s locale. */
export function useTimeZone(): string {
  const { data: profile } = useQuery(profileQuery);
  if (profile) keepReaderLocale(profile);
  return shownZone(profile?.timezone);
}

/**
 * The zone to show times in: the device’s until the chosen one has loaded, or if this browser does not support it.
 * Zones are added from time to time, and may have been chosen in a newer browser.
 */
export function shownZone(chosen: string | undefined): string {
  return chosen !== undefined && canShow(chosen) ? chosen : deviceTimeZone();
}

function canShow(timeZone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat([], { timeZone }));
  } catch {
    return false;
  }
}
