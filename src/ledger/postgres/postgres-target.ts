import { LedgerError } from '../../model/errors.ts';
import { exitCodes } from '../../model/exit-codes.ts';

/** The database that holds the ledgers, as the environment variables name it. */
export interface PostgresTarget {
  /** A host name, an address, or the folder of a Unix socket. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  /** Empty if there is none. Never printed. */
  readonly password: string;
  readonly database: string;
  readonly tls: TlsChoice;
  readonly connectSeconds: number;
  /** The place in messages, such as `db.example.com:5432/ledgers`: without user and password. */
  readonly shown: string;
}

/** As libpq's parameters of these names. */
export interface TlsChoice {
  readonly sslmode: SslMode;
  /** Paths of PEM files. `system`: the certificate authorities that Node.js trusts. */
  readonly sslrootcert?: string;
  readonly sslcert?: string;
  readonly sslkey?: string;
}

const sslModes = ['disable', 'require', 'verify-ca', 'verify-full'] as const;
export type SslMode = (typeof sslModes)[number];

export const urlVariable = 'EDGEWRIGHT_POSTGRES_URL';

/** Each parameter of a connection string that we know, with the variable that stands in for it. */
const parameters = {
  host: 'PGHOST',
  port: 'PGPORT',
  user: 'PGUSER',
  password: 'PGPASSWORD',
  dbname: 'PGDATABASE',
  sslmode: 'PGSSLMODE',
  sslrootcert: 'PGSSLROOTCERT',
  sslcert: 'PGSSLCERT',
  sslkey: 'PGSSLKEY',
  connect_timeout: 'PGCONNECT_TIMEOUT',
} as const;

/**
 * Parameters that hosted databases put into their connection strings and that change nothing here: one host is named,
 * and its certificate is verified.
 */
const ignored: readonly string[] = ['application_name', 'channel_binding', 'target_session_attrs'];

type Name = keyof typeof parameters;
type Values = Partial<Record<Name, string>>;

/**
 * Reads `EDGEWRIGHT_POSTGRES_URL`, and for what it leaves out the `PG…` variables of libpq. A server on another host is
 * verified fully unless `sslmode` says otherwise. Throws a LedgerError, which repeats no part of the URL but names.
 */
export function postgresTarget(env: Readonly<Record<string, string | undefined>>): PostgresTarget {
  const url = env[urlVariable] ?? '';
  if (url === '' && (env['PGHOST'] ?? '') === '') {
    throw refused(
      `\`${urlVariable}\` is not set`,
      'set it to `postgres://<user>:<password>@<host>/<database>`',
    );
  }
  const given = url === '' ? {} : valuesOf(url);
  const value = (name: Name): string | undefined => {
    const text = given[name] ?? env[parameters[name]];
    return text === '' ? undefined : text;
  };
  const host = value('host') ?? 'localhost';
  if (host.includes(',')) throw refused('the PostgreSQL connection names several hosts', 'name the primary');
  const user = value('user') ?? env['USER'] ?? 'postgres';
  const database = value('dbname') ?? user;
  const port = wholeNumber('port', value('port') ?? '5432', 65_535);
  return {
    host,
    port,
    user,
    password: value('password') ?? '',
    database,
    tls: tlsOf(value, host),
    connectSeconds: Math.max(2, wholeNumber('connect_timeout', value('connect_timeout') ?? '10', 600)),
    shown: `${host.includes(':') ? `[${host}]` : host}:${port}/${database}`,
  };
}

const noHost = 'no-host';

/** The parts of a connection string, decoded. */
function valuesOf(text: string): Values {
  try {
    // libpq allows a user without a host, `new URL` does not.
    const url = new URL(text.replace(/^(\w+:\/\/[^/?#]*@)(?=[/?]|$)/, `$1${noHost}`));
    if (url.protocol !== 'postgres:' && url.protocol !== 'postgresql:') throw notAString();
    // The rest of a password with a `/` or `#` that is not encoded: what came before it would be shown as the host.
    if (url.pathname.includes('@') || url.hash !== '') throw notAString();
    const values: Values = {
      host: url.hostname === noHost ? '' : decodeURIComponent(url.hostname).replace(/^\[(.*)\]$/, '$1'),
      port: url.port,
      user: decodeURIComponent(url.username),
      password: decodeURIComponent(url.password),
      dbname: decodeURIComponent(url.pathname.slice(1)),
    };
    const set = Object.entries(values).filter(([, value]) => value !== '');
    return { ...Object.fromEntries(set), ...known(url.searchParams) };
  } catch (error) {
    if (error instanceof LedgerError) throw error;
    // Not the cause: the error of `new URL` holds the text.
    throw notAString();
  }
}

function notAString(): LedgerError {
  return refused(
    `\`${urlVariable}\` is not a PostgreSQL connection string`,
    'write `postgres://<user>:<password>@<host>/<database>`, with `%40` for `@`, `%2F` for `/`, `%3F` for `?` and `%23` for `#` in the password',
  );
}

function known(search: URLSearchParams): Values {
  const values: Values = {};
  for (const [name, value] of search) {
    if (ignored.includes(name)) continue;
    if (!Object.hasOwn(parameters, name)) {
      const names = Object.keys(parameters).join(', ');
      // Anything else may be the end of a password that has a `?`.
      const isName = /^[a-z_]{1,40}$/.test(name) && !search.toString().includes('%40');
      const which = isName ? `the parameter \`${name}\`` : 'a parameter';
      throw refused(`${which} of \`${urlVariable}\` is not supported`, `remove it; supported are ${names}`);
    }
    values[name as Name] = value;
  }
  return values;
}

function tlsOf(value: (name: Name) => string | undefined, host: string): TlsChoice {
  // `prefer`, the default of libpq, and `allow` name no mode: a server on another host is then verified fully.
  const mode = /^(?:prefer|allow)$/.test(value('sslmode') ?? '') ? undefined : value('sslmode');
  const sslmode = sslModes.find((candidate) => candidate === mode);
  if (mode !== undefined && sslmode === undefined) {
    throw refused(
      `the \`sslmode\` of the PostgreSQL connection is not supported`,
      `use one of ${sslModes.join(', ')}; without one a server on another host is verified fully`,
    );
  }
  const [sslrootcert, sslcert, sslkey] = [value('sslrootcert'), value('sslcert'), value('sslkey')];
  // A socket has no TLS, whatever the mode.
  if (host.startsWith('/')) return { sslmode: 'disable' };
  return {
    sslmode: sslmode ?? (isLocal(host) ? 'disable' : 'verify-full'),
    ...(sslrootcert !== undefined && { sslrootcert }),
    ...(sslcert !== undefined && { sslcert }),
    ...(sslkey !== undefined && { sslkey }),
  };
}

function isLocal(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d+){3}$/.test(host);
}

function wholeNumber(name: Name, text: string, highest: number): number {
  const number = Number(text);
  if (/^\d{1,6}$/.test(text) && number > 0 && number <= highest) return number;
  throw refused(
    `the \`${name}\` of the PostgreSQL connection is not a number from 1 to ${highest}`,
    'correct it',
  );
}

function refused(message: string, help: string): LedgerError {
  return new LedgerError(exitCodes.settings, message, { help });
}
