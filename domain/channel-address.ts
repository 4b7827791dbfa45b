import type { ChannelKind } from './enumerations.ts';

/**
 * Hosts of the vendors' webhook addresses: Slack's incoming webhooks; Teams workflows (Power Automate, old and new)
 * and connectors.
 */
const HOSTS: Record<ChannelKind, RegExp> = {
  slack: /^hooks\.slack\.com$/,
  teams: /^(?:[a-z\d-]+\.)+(?:webhook\.office\.com|logic\.azure\.com|api\.powerplatform\.com)$/,
};

const WORDS: Record<ChannelKind, string> = {
  slack: 'Enter the URL of a Slack incoming webhook, which starts with https://hooks.slack.com/',
  teams: 'Enter the URL of a Teams workflow at api.powerplatform.com, logic.azure.com or webhook.office.com',
};

/**
 * Returns why an address cannot be a channel's webhook, in words for the user; null if it can.
 *
 * @param standInUrl Address of the local stand-in for both vendors, without a trailing slash; null in production.
 */
export function whyNotChannelAddress(kind: ChannelKind, text: string, standInUrl: string | null): string | null {
  const url = URL.parse(text);
  if (url === null || url.username !== '' || url.password !== '' || url.pathname === '/') return WORDS[kind];
  if (isAtStandIn(url, kind, standInUrl)) return null;
  const isVendor = url.protocol === 'https:' && url.port === '' && HOSTS[kind].test(url.hostname);
  return isVendor ? null : WORDS[kind];
}

/** Returns whether a URL belongs to the local stand-in for this kind of message. @param standInUrl null if none */
export function isAtStandIn(url: URL, kind: ChannelKind | 'push', standInUrl: string | null): boolean {
  if (standInUrl === null) return false;
  const standIn = new URL(standInUrl);
  const isSameHost = [standIn.hostname, 'localhost'].includes(url.hostname);
  const isSamePlace = url.protocol === standIn.protocol && url.port === standIn.port;
  return isSameHost && isSamePlace && url.pathname.startsWith(`/${kind}/`);
}

const SHOWN = 4;

/** Shortens an address for lists to its host and last characters: enough to recognize it, but not to use it. */
export function channelHint(address: string): string {
  const { host, pathname, search } = new URL(address);
  return `${host}/…${`${pathname}${search}`.slice(-SHOWN)}`;
}
