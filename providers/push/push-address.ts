import { isAtStandIn } from '#domain/channel-address.ts';

/** The browsers' own push services: Chrome and Edge, Chrome's preview channels, Firefox, Edge on Windows, Safari. */
const HOSTS = [
  /^fcm\.googleapis\.com$/,
  /^jmt17\.google\.com$/,
  /^(?:[\w-]+\.)?push\.services\.mozilla\.com$/,
  /^[\w-]+\.notify\.windows\.com$/,
  /^(?:[\w-]+\.)?push\.apple\.com$/,
];

/**
 * Returns whether the address belongs to a browser vendor or the local stand-in. We never connect to any other address.
 *
 * @param standInUrl Without a trailing slash; null in production.
 */
export function isPushAddress(text: string, standInUrl: string | null): boolean {
  const url = URL.parse(text);
  if (url === null || url.username !== '' || url.password !== '') return false;
  if (isAtStandIn(url, 'push', standInUrl)) return true;
  return url.protocol === 'https:' && url.port === '' && HOSTS.some((host) => host.test(url.hostname));
}
