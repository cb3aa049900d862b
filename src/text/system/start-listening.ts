import { UserError } from '../../model/errors.ts';
import { exitCodes } from '../../model/exit-codes.ts';
import { withoutUndefined } from '../without-undefined.ts';
import { diskWords } from './system-errors.ts';

/** A server of Node, as far as it starts. */
interface Server {
  readonly once: (event: 'error', tell: (error: NodeJS.ErrnoException) => void) => unknown;
  readonly listen: (port: number, host: string, done: () => void) => unknown;
}

interface ListeningPlace {
  readonly host: string;
  readonly port: number;
  /** Who listens, in messages. */
  readonly who: string;
}

/** Starts to listen. Throws `UserError` 64 with the reason where it cannot. */
export function startListening(server: Server, { host, port, who }: ListeningPlace): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const help = error.code === 'EADDRINUSE' ? 'choose another port, or 0 for a free one' : undefined;
      const message = `${who} cannot listen on ${host}:${port}: ${diskWords(error)}`;
      reject(new UserError(exitCodes.usage, message, { cause: error, ...withoutUndefined({ help }) }));
    });
    server.listen(port, host, resolve);
  });
}
