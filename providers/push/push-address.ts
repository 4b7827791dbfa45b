import { isAtStandIn } from '#domain/channel-address.ts';

/** Where the browsers themselves have their messages come from: Chrome and Edge, Firefox, Edge on Windows, Safari. */
const HOSTS = [
  /^fcm\.googleapis\.com$/,
  /^(?:[\w-]+\.)?push\.services\.mozilla\.com$/,
  /^[\w-]+\.notify\.windows\.com$/,
  /^(?:[\w-]+\.)?push\.apple\.com$/,
];

/**
 * Whether a browser's vendor has it, or the local stand-in. Nothing else is ever connected to.
 *
 * @param standInUrl Without a trailing slash; null in production.
 */
export function isPushAddress(text: string, standInUrl: string | null): boolean {
  const url = URL.parse(text);
  if (url === null || url.username !== '' || url.password !== '') return false;
  if (isAtStandIn(url, 'push', standInUrl)) return true;
  return url.protocol === 'https:' && url.port === '' && HOSTS.some((host) => host.test(url.hostname));
}
