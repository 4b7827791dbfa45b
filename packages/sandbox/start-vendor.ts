import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isLoopback, refuseProduction } from '#sandbox/config.ts';
import { type Clock, createClock } from '#sandbox/control/clock.ts';
import { noStore, type Store } from '#sandbox/control/store.ts';
import type { Vendor, VendorOptions } from '#sandbox/vendor.ts';
import { answerBrowser } from './landing.ts';

export type StartOptions = {
  /** 0 (the default) picks a free port. */
  port?: number;
  /** 127.0.0.1 by default; anything but loopback is rejected. */
  host?: string;
  clock?: Clock;
  store?: Store;
  webUrl?: string;
  productUrl?: string;
  /** Linked from each vendor's root page. */
  consoleUrl?: string;
};

export type Started<V> = { vendor: V; url: string; clock: Clock; close: () => Promise<void> };

/**
 * Starts one vendor on loopback: `await startVendor(createGoogle)`. Listens first, so that a vendor on port 0 knows its
 * own URL.
 * @throws if NODE_ENV is production or the address is not loopback, and the listen error (EADDRINUSE, ...) if the port
 *   is taken
 */
export async function startVendor<V extends Pick<Vendor, 'app'> & Partial<Pick<Vendor, 'name' | 'close'>>>(
  create: (options: VendorOptions) => V | Promise<V>,
  options: StartOptions = {},
): Promise<Started<V>> {
  const { port = 0, host = '127.0.0.1', clock = createClock(), store = noStore } = options;
  const { webUrl = 'http://127.0.0.1:4007', productUrl = 'http://localhost:3000' } = options;
  const { consoleUrl = 'http://localhost:4000' } = options;
  // Longer than clients keep idle connections: if the server closed first, requests could hit a closed connection.
  const server = createServer({ keepAliveTimeout: 65_000 });
  const url = await listenOnLoopback(server, port, host);
  try {
    const vendor = await create({ clock, store, webUrl, productUrl, baseUrl: url });
    server.on('request', (req, res) => {
      if (!answerBrowser(req, res, { vendor: vendor.name, consoleUrl })) vendor.app(req, res);
    });
    const stop = (): Promise<void> => {
      vendor.close?.();
      return close(server);
    };
    return { vendor, url, clock, close: stop };
  } catch (error) {
    await close(server);
    throw error;
  }
}

/** Listens on loopback only, since the sandbox trusts anyone who can reach it. Returns the base URL. */
export async function listenOnLoopback(server: Server, port: number, host = '127.0.0.1'): Promise<string> {
  refuseProduction();
  if (!isLoopback(host)) throw new Error(`The sandbox listens on loopback only, not on ${host}.`);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host }, () => {
      server.off('error', reject);
      resolve();
    });
  });
  return `http://${host.includes(':') ? `[${host}]` : host}:${portOf(server.address())}`;
}

/** Closes all connections, including hung ones, and frees the port. */
export async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('The sandbox server has no port.');
  return address.port;
}
