/**
 * Connections that are opened before the requests that need them: opening one takes a round trip, with TLS two or three.
 * None is used twice, and one that had to wait is closed instead: a service may be about to close it, too.
 */
import type { Socket } from 'node:net';
import type { buildConnector } from 'undici';

export interface ConnectAhead {
  /** Takes a connection that was opened ahead; opens one if there is none. */
  readonly connect: buildConnector.connector;
  /** Opens one more for a request that is about to be sent. */
  readonly open: () => void;
  readonly close: () => void;
}

/** Services and their balancers wait five seconds or more for the first byte. */
const usableMs = 2_000;

/** `connect` opens a connection. */
export function connectAhead(origin: string, connect: buildConnector.connector): ConnectAhead {
  const { protocol, host, hostname, port } = new URL(origin);
  const target = { protocol, host, port, hostname: hostname.replace(/^\[(.*)\]$/, '$1') };
  const ahead = new Set<Promise<Socket>>();
  let isClosed = false;

  const take: buildConnector.connector = (options, callback) => {
    const [opened] = ahead;
    if (opened === undefined) {
      connect(options, callback);
      return;
    }
    ahead.delete(opened);
    opened.then(
      (socket) => {
        if (!isFresh(socket)) {
          socket.destroy();
          take(options, callback);
          return;
        }
        socket.setTimeout(0);
        callback(null, socket);
      },
      // The request opens one itself, and has the error if that fails too.
      () => {
        take(options, callback);
      },
    );
  };

  return {
    connect: take,
    open: () => {
      const opened = new Promise<Socket>((resolve, reject) => {
        connect(target, (error, socket) => {
          if (error !== null) reject(error);
          else if (isClosed) socket.destroy();
          else resolve(socket.setTimeout(usableMs, () => socket.destroy()));
        });
      });
      ahead.add(opened);
      opened.catch(() => ahead.delete(opened));
    },
    close: () => {
      isClosed = true;
      for (const opened of ahead) opened.then((socket) => socket.destroy()).catch(() => undefined);
      ahead.clear();
    },
  };
}

/** Whether it is open and the service has sent nothing, such as 408 because it waits for too long. */
function isFresh(socket: Socket): boolean {
  return !socket.destroyed && socket.readable && socket.writable && socket.readableLength === 0;
}
