import { Socket } from 'node:net';
import { Client } from 'pg';
import { transaction, type Rows, type Statement } from './batch.ts';
import { noAnswer } from './postgres-error.ts';
import type { PostgresTarget } from './postgres-target.ts';
import { postgresTls } from './postgres-tls.ts';

/** One open connection. */
export interface PostgresLink {
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
