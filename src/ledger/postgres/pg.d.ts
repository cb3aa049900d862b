/*
 * The part of `pg` that we use: its client, with batches of statements of our own in place of its queries.
 */
declare module 'pg' {
  import type { EventEmitter } from 'node:events';
  import type { Socket } from 'node:net';
  import type { ConnectionOptions } from 'node:tls';

  interface Wire {
    readonly stream: Socket;
    parse(query: { readonly text: string }): void;
    bind(query: { readonly values: readonly (string | Buffer | null)[] }): void;
    execute(query: object): void;
    sync(): void;
  }

  /** Something to send, and what to do with the server's answers to it. */
  interface Submitted {
    readonly submit: (wire: Wire) => void;
    readonly handleDataRow: (message: { readonly fields: readonly (string | null)[] }) => void;
    readonly handleCommandComplete: () => void;
    readonly handleReadyForQuery: () => void;
    readonly handleError: (error: Error) => void;
  }

  interface ClientOptions {
    readonly host: string;
    readonly port: number;
    readonly user: string;
    readonly password: () => string;
    readonly database: string;
    readonly ssl: false | ConnectionOptions;
    readonly sslnegotiation: 'postgres';
    readonly application_name: string;
    readonly connectionTimeoutMillis: number;
    readonly keepAlive: boolean;
    readonly stream: Socket;
  }

  class Client extends EventEmitter {
    constructor(options: ClientOptions);
    connect(): Promise<unknown>;
    query(query: Submitted): unknown;
    /** An open connection keeps the process running, but not after `unref`. */
    ref(): void;
    unref(): void;
    end(): Promise<void>;
  }
}
