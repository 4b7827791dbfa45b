/**
 * Addresses that Apple and Microsoft put in place of the one that a person goes by: iCloud for the organizer of what it sends to other calendars, Outlook.com
 * for an account whose own address is elsewhere. They reach the person, and say nothing else about them.
 */
const RELAYS = [/@imip\.me\.com$/, /^outlook_[\da-f]{12,32}@(?:outlook|hotmail|live)\.com$/];

/** Takes an address in lower case. */
export function isRelayAddress(email: string): boolean {
  return RELAYS.some((relay) => relay.test(email));
}
