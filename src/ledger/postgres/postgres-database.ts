import { errorCode } from '../../text/system/system-errors.ts';
import { readFile } from 'node:fs/promises';
import { Socket } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import { Client } from 'pg';
import { elapsed } from '../../text/waits/elapsed.ts';
import { transaction, type Rows, type Statement } from './transaction.ts';
import { isPassing, isStarting, noAnswer, outageWords } from './postgres-error.ts';
import type { PostgresTarget, TlsChoice } from './postgres-target.ts';
import { LedgerError } from '../../model/errors.ts';
import type { Clock } from '../../model/io.ts';
import { taskQueue } from '../../text/waits/task-queue.ts';
import { exitCodes } from '../../model/exit-codes.ts';

/** A database, with a connection that is opened when it is needed and again when it breaks. */
export interface PostgresDatabase {
  readonly target: PostgresTarget;
  /**
   * Does the statements as one transaction in one round trip, one batch after the other. A batch whose answer was lost
   * is sent again, so a second time must do no harm. Throws a LedgerError when the server stays away, else its error.
   */
  readonly run: (statements: readonly Statement[], options?: RunOptions) => Promise<readonly Rows[]>;
  readonly close: () => Promise<void>;
}

interface RunOptions {
  /** How long to wait for a server that went away; default 60. */
  readonly seconds?: number;
}

export interface DatabaseOptions {
  readonly target: PostgresTarget;
  readonly clock: Clock;
  /** Is told what is waited for, as a clause. */
  readonly onWait?: ((words: string) => void) | undefined;
  /** Once aborted, a server that went away is not waited for. */
  readonly urgent?: AbortSignal | undefined;
  /** How long one statement may take, in milliseconds. Default 30,000. */
  readonly statementTimeout?: number | undefined;
}

export function postgresDatabase(options: DatabaseOptions): PostgresDatabase {
  const { target, clock, onWait, urgent, statementTimeout = 30_000 } = options;
  const settings = settingsOf(statementTimeout);
  let link: PostgresLink | undefined;
  let wasThere = false;
  const inTurn = taskQueue();

  const attempt = async (statements: readonly Statement[]): Promise<readonly Rows[]> => {
    if (link?.isBroken() !== false) link = await openLink(target, statementTimeout * 1.3);
    wasThere = true;
    const [, ...rows] = await link.send([settings, ...statements]);
    return rows;
  };

  const withRetries = async (statements: readonly Statement[], seconds: number): Promise<readonly Rows[]> => {
    const start = elapsed(clock);
    let slept = 0;
    for (let delay = 0; ; delay = Math.min(2000, delay * 2 || 100)) {
      try {
        return await attempt(statements);
      } catch (error) {
        if (!(wasThere ? isPassing(error) : isStarting(error))) throw error;
        const waited = Math.max(slept, elapsed(clock) - start);
        const left = seconds * 1000 - waited;
        if (left <= 0 || urgent?.aborted === true) throw stayedAway(target, waited, error);
        if (delay === 400) onWait?.(`PostgreSQL (${target.shown}) is not available: ${outageWords(error)}`);
        const pause = Math.min(delay, left);
        slept += pause;
        if (pause > 0) await clock.sleep(pause);
      }
    }
  };

  return {
    target,
    run: (statements, { seconds = 60 } = {}) => inTurn(() => withRetries(statements, seconds)),
    close: () =>
      inTurn(async () => {
        await link?.close();
        link = undefined;
      }),
  };
}

/**
 * For this transaction alone, since a pooler may give each to another session. A commit must be durable when it is
 * answered, also where the server's setting trades that for speed.
 */
function settingsOf(milliseconds: number): Statement {
  return {
    text: `SELECT set_config('statement_timeout', $1, true), set_config('lock_timeout', $2, true),
set_config('synchronous_commit', CASE current_setting('synchronous_commit') WHEN 'off' THEN 'on'
  ELSE current_setting('synchronous_commit') END, true)`,
    // Shorter, so that the error says what was waited for.
    values: [String(milliseconds), String(Math.ceil(milliseconds * 0.9))],
  };
}

function stayedAway({ shown }: PostgresTarget, milliseconds: number, error: unknown): LedgerError {
  const seconds = Math.round(milliseconds / 1000);
  return new LedgerError(
    exitCodes.unreachable,
    `PostgreSQL (${shown}) was not available for ${seconds} ${seconds === 1 ? 'second' : 'seconds'}: ${outageWords(error)}`,
    { help: 'the ledger is as the last write left it; when PostgreSQL answers again, run this again' },
  );
}

interface PostgresLink {
  /** Does the statements as one transaction in one round trip. Throws the server's error or that of the socket. */
  readonly send: (statements: readonly Statement[]) => Promise<readonly Rows[]>;
  /** Whether it cannot be used any more. */
  readonly isBroken: () => boolean;
  readonly close: () => Promise<void>;
}

/** Connects and signs in. An idle connection does not keep the process running. */
export async function openLink(target: PostgresTarget, quietMilliseconds: number): Promise<PostgresLink> {
  const { host, port, user, password, database, tls, connectSeconds } = target;
  const ssl = await postgresTls(tls);
  const socket = new Socket();
  const client = new Client({
    host,
    port,
    user,
    database,
    ssl,
    // Not what a variable says.
    sslnegotiation: 'postgres',
    // As a function: with an empty string the client would search for a password in files.
    password: () => password,
    application_name: 'edgewright',
    connectionTimeoutMillis: connectSeconds * 1000,
    keepAlive: true,
    stream: socket,
    pipeline: true,
    // Texts as the server sends them.
    types: { getTypeParser: () => String },
  });
  let isBroken = false;
  const broken = (): void => {
    isBroken = true;
  };
  client.on('error', broken);
  client.on('end', broken);
  try {
    await client.connect();
  } catch (error) {
    socket.destroy();
    throw error;
  }
  client.unref();
  return {
    isBroken: () => isBroken,
    send: async (statements) => {
      client.ref();
      const watch = breakWhenQuiet(socket, quietMilliseconds);
      try {
        return await transaction(client, statements);
      } finally {
        clearInterval(watch);
        client.unref();
      }
    },
    close: async () => {
      if (isBroken) return;
      // The server may be out of reach.
      const late = setTimeout(() => socket.destroy(), 1000);
      await client.end();
      clearTimeout(late);
    },
  };
}

/** Breaks a connection on which no byte moves: a network can lose the end of it without a word. */
function breakWhenQuiet(socket: Socket, milliseconds: number): NodeJS.Timeout {
  let seen = '';
  return setInterval(() => {
    const now = `${socket.bytesRead} ${socket.writableLength}`;
    if (now === seen) socket.destroy(new Error(noAnswer));
    seen = now;
  }, milliseconds);
}

/**
 * The TLS options of a connection, with the meaning that libpq gives `sslmode`, but for one: without `sslrootcert` the
 * certificate authorities that Node.js trusts are used, as with `sslrootcert=system`.
 */
async function postgresTls({ sslmode, ...files }: TlsChoice): Promise<false | ConnectionOptions> {
  if (sslmode === 'disable') return false;
  const isOwnRoot = files.sslrootcert !== undefined && files.sslrootcert !== 'system';
  const ca = isOwnRoot ? await pemOf('sslrootcert', files.sslrootcert) : undefined;
  const cert = await pemOf('sslcert', files.sslcert);
  const key = await pemOf('sslkey', files.sslkey);
  return {
    ...(ca && { ca }),
    ...(cert && { cert }),
    ...(key && { key }),
    // As in libpq, `require` with a root certificate checks the chain too.
    rejectUnauthorized: sslmode !== 'require' || isOwnRoot,
    ...(sslmode === 'verify-full' ? {} : { checkServerIdentity: () => undefined }),
  };
}

async function pemOf(name: string, path: string | undefined): Promise<string | undefined> {
  if (path === undefined) return undefined;
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const code = errorCode(error, 'unknown error');
    throw new LedgerError(exitCodes.settings, `the file that \`${name}\` names cannot be read: ${code}`, {
      cause: error,
      help: 'correct its path in the connection string',
    });
  }
}
