import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A TCP proxy in front of a server, which can be slow or cut a connection in the worst moment. */
export interface BreakingProxy {
  readonly port: number;
  /** Milliseconds that each direction takes. */
  delay: number;
  /**
   * What happens to the next batch: it is lost, or the answer to it is, and the connection is cut; or nothing arrives
   * and the connection stays.
   */
  lose: 'nothing' | 'request' | 'answer' | 'silence';
  /** How many batches pass before that. */
  pass: number;
  /** The number of connections so far. */
  readonly connections: () => number;
  /** How often a client sent something after an answer had arrived. With a delay, what is sent together counts once. */
  readonly roundTrips: () => number;
  readonly close: () => Promise<void>;
}

export async function breakingProxy(port: number): Promise<BreakingProxy> {
  const sockets = new Set<Socket>();
  let connections = 0;
  let roundTrips = 0;
  const server = createServer((client) => {
    connections++;
    const backend = connect(port, '127.0.0.1');
    backend.setNoDelay(true);
    client.setNoDelay(true);
    let doomed = false;
    let unseen = '';
    let isSilent = false;
    let isAnswered = true;
    const cut = (): void => {
      client.destroy();
      backend.destroy();
    };
    for (const socket of [client, backend]) {
      sockets.add(socket);
      socket.on('error', cut);
      socket.on('close', cut);
    }
    const later = (task: () => void): void => {
      if (proxy.delay === 0) task();
      else setTimeout(task, proxy.delay);
    };
    client.on('data', (bytes) => {
      if (isSilent) return;
      if (isAnswered) roundTrips++;
      isAnswered = false;
      const isBatch = bytes.includes('BEGIN');
      if (isBatch && proxy.lose !== 'nothing' && proxy.pass-- <= 0) {
        const what = proxy.lose;
        proxy.lose = 'nothing';
        isSilent = what === 'silence';
        if (isSilent) return;
        doomed = true;
        if (what === 'request') {
          cut();
          return;
        }
      }
      later(() => backend.write(bytes));
    });
    backend.on('data', (bytes) => {
      if (doomed) {
        // The server is done with it: nothing of its answers has reached the client.
        unseen += bytes.toString('latin1');
        if (/(COMMIT|ROLLBACK)\0/.test(unseen)) cut();
      } else
        later(() => {
          isAnswered = true;
          client.write(bytes);
        });
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const proxy: BreakingProxy = {
    port: (server.address() as AddressInfo).port,
    delay: 0,
    lose: 'nothing',
    pass: 0,
    connections: () => connections,
    roundTrips: () => roundTrips,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  return proxy;
}
