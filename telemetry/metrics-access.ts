import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { BlockList, isIPv6 } from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Set by proxies: a proxy on this machine also connects from a loopback address. */
const PROXY_HEADERS = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'];

export type MetricsAccess = 'granted' | 'token_wrong' | 'closed';

/**
 * Decides whether a caller may read the metrics. With METRICS_TOKEN set, only the token counts. Without it, callers on
 * this machine may read, except in production, where a proxy that doesn't add a header would let everyone in.
 */
export function mayReadMetrics(
  request: Pick<IncomingMessage, 'socket' | 'headers'>,
  { token, isProduction }: { token: string | null; isProduction: boolean },
): MetricsAccess {
  if (token === null) return !isProduction && isFromThisMachine(request) ? 'granted' : 'closed';
  const [, given = ''] = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '') ?? [];
  return timingSafeEqual(digest(given), digest(token)) ? 'granted' : 'token_wrong';
}

function isFromThisMachine({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>): boolean {
  const { remoteAddress = '' } = socket;
  if (PROXY_HEADERS.some((name) => headers[name] !== undefined)) return false;
  return loopback.check(remoteAddress, isIPv6(remoteAddress) ? 'ipv6' : 'ipv4');
}

const digest = (text: string) => createHash('sha256').update(text).digest();
