import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A network between the product and one of its services. */
export type Network = {
  port: number;
  /** Drops all packets in both directions without closing or refusing connections. */
  part: () => void;
  /**
   * Lets new connections through. Old ones stay silent for good, as behind a firewall that has
   * dropped them.
   */
  heal: () => void;
  close: () => void;
};

export async function startNetwork(servicePort: number): Promise<Network> {
  const sockets = new Set<Socket>();
  const pairs = new Set<readonly [Socket, Socket]>();
  let isParted = false;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    // If the connection breaks, closing this socket also closes the other end.
    socket.setNoDelay().on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
  };
  const server = createServer({ pauseOnConnect: true, allowHalfOpen: true }, (near) => {
    keep(near);
    if (isParted) return;
    const far = connect({ host: '127.0.0.1', port: servicePort, allowHalfOpen: true });
    keep(far);
    const pair = [near, far] as const;
    pairs.add(pair);
    for (const [from, to] of [pair, pair.toReversed()] as const) {
      from.pipe(to);
      from.once('close', () => {
        if (pairs.delete(pair)) to.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The network is not listening on a port.');
  return {
    port: address.port,
    part: () => {
      isParted = true;
      for (const [near, far] of pairs) {
        near.unpipe(far).pause();
        far.unpipe(near).pause();
      }
      pairs.clear();
    },
    heal: () => {
      isParted = false;
    },
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
