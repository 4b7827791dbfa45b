import { createServer } from 'node:net';

/** Returns whether a program could listen on the port on loopback. */
export async function isPortFree(port: number): Promise<boolean> {
  return (await tryPort(port)) === 'free';
}

/** Returns whether the port is free on loopback, taken by another program, or reserved for root. */
export async function tryPort(port: number): Promise<'free' | 'taken' | 'reserved'> {
  for (const host of ['127.0.0.1', '::1']) {
    const outcome = await tryToListen(port, host);
    if (outcome !== 'free') return outcome;
  }
  return 'free';
}

/**
 * Returns the first of `count` consecutive free ports, chosen at random below the range for outgoing connections, so
 * that two concurrent test runs rarely collide.
 */
export async function findFreePorts(count: number): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const first = 20_000 + Math.floor(Math.random() * (12_000 - count));
    const range = Array.from({ length: count }, (_, index) => first + index);
    const free = await Promise.all(range.map(isPortFree));
    if (free.every(Boolean)) return first;
  }
  throw new Error(`There are no ${count} consecutive free ports between 20000 and 32000.`);
}

/** A port of an address that this machine does not have counts as free. */
function tryToListen(port: number, host: string): Promise<'free' | 'taken' | 'reserved'> {
  const { promise, resolve } = Promise.withResolvers<'free' | 'taken' | 'reserved'>();
  const server = createServer();
  server.once('error', (error) => {
    const code = 'code' in error ? error.code : undefined;
    if (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT') resolve('free');
    else resolve(code === 'EACCES' ? 'reserved' : 'taken');
  });
  server.listen({ port, host, exclusive: true }, () => server.close(() => resolve('free')));
  return promise;
}
