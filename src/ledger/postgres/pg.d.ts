/* The part of `pg` that we use: its client, with rows as arrays of texts. */
declare module 'pg' {
  import type { EventEmitter } from 'node:events';
  import type { Socket } from 'node:net';
  import type { ConnectionOptions } from 'node:tls';

  interface Query {
    readonly text: string;
    readonly values?: readonly (string | Buffer | null)[];
    readonly rowMode?: 'array';
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
    readonly pipeline: boolean;
    readonly types: { readonly getTypeParser: () => (text: string) => string };
  }

  class Client extends EventEmitter {
    constructor(options: ClientOptions);
    connect(): Promise<unknown>;
    query(query: Query): Promise<{ readonly rows: readonly (readonly (string | null)[])[] }>;
    /** An open connection keeps the process running, but not after `unref`. */
    ref(): void;
    unref(): void;
    end(): Promise<void>;
  }
}
