/**
 * Addresses Apple and Microsoft substitute for a person's own: iCloud for organizers of events in other calendars,
 * Outlook.com for accounts with an external address. They reach the person but say nothing else about them.
 */
const RELAYS = [/@imip\.me\.com$/, /^outlook_[\da-f]{12,32}@(?:outlook|hotmail|live)\.com$/];

/** Returns whether a lower-case address is such a substitute. */
export function isRelayAddress(email: string): boolean {
  return RELAYS.some((relay) => relay.test(email));
}
