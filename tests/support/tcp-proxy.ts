import { connect, createServer, type Server, type Socket } from 'node:net';
import { claimPorts } from './services.ts';

export type TcpProxy = {
  port: number;
  /** Breaks every connection and refuses new ones, as if the server died. */
  cut: () => Promise<void>;
  restore: () => Promise<void>;
};

/** Starts a proxy to a server, so that one test can lose its connection while others keep theirs. */
export async function startTcpProxy(target: { host: string; port: number }): Promise<TcpProxy> {
  const port = await claimPorts(1);
  const sockets = new Set<Socket>();
  let server: Server | null = null;

  const keep = (socket: Socket, other: Socket) => {
    sockets.add(socket);
    // Either end may break at any time.
    socket.on('error', () => other.destroy());
    socket.on('close', () => {
      sockets.delete(socket);
      other.destroy();
    });
  };
  const restore = async () => {
    const next = createServer((client) => {
      const upstream = connect(target);
      keep(client, upstream);
      keep(upstream, client);
      client.pipe(upstream).pipe(client);
    });
    await new Promise<void>((resolve, reject) => {
      next.once('error', reject);
      next.listen(port, '127.0.0.1', resolve);
    });
    server = next;
  };
  const cut = async () => {
    const former = server;
    server = null;
    for (const socket of sockets) socket.destroy();
    await new Promise<void>((resolve) => {
      if (former) former.close(() => resolve());
      else resolve();
    });
  };
  await restore();
  return { port, cut, restore };
}
