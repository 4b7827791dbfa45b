import type { LookupAddress, LookupOptions } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { callbackify } from 'node:util';
import ipaddr from 'ipaddr.js';

type Rules = { isLoopbackAllowed: boolean };
type LookupDone = (error: Error | null, address: string | LookupAddress[], family?: number) => void;

export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>;

const QUESTION_MS = 2_000;
const LOOKUP_MS = 5_000;

/**
 * Asks the name servers by sockets of our own. The system's lookup would take one of the few threads that everything shares, for as long as somebody's
 * slow name server likes.
 *
 * @throws the error of the question for IPv4 where no question was answered
 */
export function createDnsResolve({ servers, lookupMs = LOOKUP_MS }: { servers?: string[]; lookupMs?: number } = {}) {
  const resolve: Resolve = async (hostname) => {
    // By definition, and known to no name server.
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

/** It leads, or may lead, to a machine that is not on the public internet. */
export class NotPublicError extends Error {
  override name = 'NotPublicError';
  constructor() {
    super('The address does not lead to the public internet.');
  }
}

/** Null, or why an address is none that webhooks go to, in words for the user. Says nothing of where its name leads. */
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
 * What `http.request` connects by. The addresses that were judged are the ones it connects to: a name that leads elsewhere a moment later changes nothing.
 * A literal address is never looked up, so `whyNotWebhookUrl` judges those.
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

/** Null where the name cannot be looked up now: then each delivery finds out. */
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

/** @throws NotPublicError also where one address among public ones is not: that is as good as a wish for it */
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

/** A name of one part is a machine of the network that we are in. */
const isWholeName = (hostname: string) => !isLocalName(hostname) && /.\../.test(hostname);
const isLocalName = (hostname: string) => /(?:^|\.)localhost\.?$/i.test(hostname);
const isLoopback = (address: string) => ipaddr.process(address).range() === 'loopback';
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Special addresses have ranges with names of their own; an IPv4 address mapped into IPv6 is judged as itself. */
function isPublic(address: string): boolean {
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  return !(parsed instanceof ipaddr.IPv6) || parsed.match(GLOBAL_IPV6);
}
