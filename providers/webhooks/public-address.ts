import type { LookupAddress, LookupOptions } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { callbackify } from 'node:util';
import ipaddr from 'ipaddr.js';
import { LoggableError } from '#telemetry/loggable-error.ts';

type Rules = { isLoopbackAllowed: boolean };
type LookupDone = (error: Error | null, address: string | LookupAddress[], family?: number) => void;

export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>;

const QUESTION_MS = 2_000;
const LOOKUP_MS = 5_000;

/**
 * Creates a resolver that makes its own DNS queries. The system's lookup would occupy one of a few shared
 * threads for as long as a slow name server takes.
 *
 * @throws the error of the IPv4 query if no query was answered
 */
export function createDnsResolve({ servers, lookupMs = LOOKUP_MS }: { servers?: string[]; lookupMs?: number } = {}) {
  const resolve: Resolve = async (hostname) => {
    // Loopback by definition, and unknown to name servers.
    if (isLocalName(hostname)) return toAddresses(['127.0.0.1', '::1']);
    const resolver = new Resolver({ timeout: QUESTION_MS, tries: 1 });
    if (servers) resolver.setServers(servers);
    const timer = setTimeout(() => resolver.cancel(), lookupMs);
    try {
      const [v4, v6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
      if (v4.status === 'rejected' && v6.status === 'rejected') throw v4.reason;
      return toAddresses([v4, v6].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : [])));
    } finally {
      clearTimeout(timer);
    }
  };
  return resolve;
}

export const resolveByDns = createDnsResolve();

const toAddresses = (all: readonly string[]): LookupAddress[] =>
  all.map((address) => ({ address, family: isIP(address) }));

/** The host has no address, or one that is not public. */
export class NotPublicError extends LoggableError {
  override name = 'NotPublicError';
  constructor() {
    super('The address is not on the public internet.');
  }
}

/** Returns why webhooks cannot be sent to this URL, for the user; null if they can. Does not resolve its name. */
export function whyNotWebhookUrl(text: string, { isLoopbackAllowed }: Rules): string | null {
  const url = URL.parse(text);
  if (url === null) return 'Please enter a full URL, such as https://example.com/hooks';
  if (url.username !== '' || url.password !== '') return 'The URL must not contain a username or password';
  const literal = literalOf(url);
  const isNear = literal === null ? isLocalName(url.hostname) : isLoopback(literal);
  if (isLoopbackAllowed && isNear && /^https?:$/.test(url.protocol)) return null;
  if (url.protocol !== 'https:') return 'The URL must start with https://';
  const isPublicName = literal === null ? isWholeName(url.hostname) : isPublic(literal);
  return isPublicName ? null : 'The URL must be reachable from the public internet';
}

/**
 * Returns the `lookup` option for `http.request`, which then connects to the very addresses that were
 * checked, even if the name changes a moment later. Literal addresses are never looked up;
 * `whyNotWebhookUrl` checks those.
 */
export function createPublicLookup(resolve: Resolve, rules: Rules) {
  const find = callbackify(async (hostname: string) => await findPublic(hostname, resolve, rules));
  return (hostname: string, { all }: LookupOptions, done: LookupDone): void => {
    find(hostname, (error, found) => {
      if (error) done(error, '');
      else if (all) done(null, found.all);
      else done(null, found.first.address, found.first.family);
    });
  };
}

/** Returns whether the URL's host is public; null if its name cannot be resolved now. Each delivery checks again. */
export async function isPublicHost(url: string, rules: Rules): Promise<boolean | null> {
  const { hostname } = new URL(url);
  if (ipaddr.isValid(bare(hostname))) return whyNotWebhookUrl(url, rules) === null;
  try {
    await findPublic(hostname, resolveByDns, rules);
    return true;
  } catch (error) {
    return error instanceof NotPublicError ? false : null;
  }
}

/** @throws NotPublicError even if only one of several addresses is private, which suggests an attack */
async function findPublic(hostname: string, resolve: Resolve, { isLoopbackAllowed }: Rules) {
  const all = [...(await resolve(hostname))];
  const [first] = all;
  const isAllowed = ({ address }: LookupAddress) => isPublic(address) || (isLoopbackAllowed && isLoopback(address));
  if (first === undefined || !all.every(isAllowed)) throw new NotPublicError();
  return { first, all };
}

const bare = (hostname: string) => hostname.replace(/^\[|\]$/g, '');

function literalOf({ hostname }: URL): string | null {
  const address = bare(hostname);
  return ipaddr.isValid(address) ? address : null;
}

/** Returns whether a name has several labels; a single label is a machine on our own network. */
const isWholeName = (hostname: string) => !isLocalName(hostname) && /.\../.test(hostname);
const isLocalName = (hostname: string) => /(?:^|\.)localhost\.?$/i.test(hostname);
const isLoopback = (address: string) => ipaddr.process(address).range() === 'loopback';
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** The library puts special addresses in ranges other than `unicast`, and checks IPv4-mapped IPv6 addresses as IPv4. */
function isPublic(address: string): boolean {
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  return !(parsed instanceof ipaddr.IPv6) || parsed.match(GLOBAL_IPV6);
}
