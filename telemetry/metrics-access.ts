import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { BlockList, isIPv6 } from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** A proxy on this machine reaches us from this machine as well. */
const PROXY_HEADERS = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'];

export type MetricsAccess = 'granted' | 'token_wrong' | 'closed';

/**
 * Figures are for whoever runs the installation. With METRICS_TOKEN set only the token counts. Without it a caller on this machine may read, but not in
 * production, where a proxy that says nothing of itself would open them to everybody.
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
