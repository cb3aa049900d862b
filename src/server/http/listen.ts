import type { Server } from 'node:http';
import { exitCodes, UserError } from '../../model/errors.ts';

/** Starts to listen, or throws with the reason. */
export function bind(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const help = error.code === 'EADDRINUSE' ? 'choose another port, or 0 for a free one' : undefined;
      const message = `the local API cannot listen on ${host}:${port}: ${error.code ?? error.message}`;
      reject(
        new UserError(exitCodes.usage, message, { cause: error, ...(help === undefined ? {} : { help }) }),
      );
    });
    server.listen(port, host, resolve);
  });
}

const closeAfterMs = 1000;

/** Waits for pending responses, but not for clients that do not read them. */
export function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), closeAfterMs);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });
}
