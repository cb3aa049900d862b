/**
 * A PostgreSQL server of our own, from the Debian package (or `POSTGRES_BIN`): its data, socket and log are in a
 * temporary folder, and it listens on a free port of 127.0.0.1. The system's own servers are not touched.
 */
import { execFileSync, spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { once } from 'node:events';
import { certify } from '../../certify.ts';

export interface PostgresServer {
  readonly folder: string;
  readonly port: number;
  readonly password: string;
  /** The connection string of a role, by default of the owner. */
  readonly url: (options?: { role?: string; password?: string; database?: string; more?: string }) => string;
  /** Runs SQL as the owner, in psql, and returns its output: one row a line, columns separated by `|`. */
  readonly sql: (text: string, database?: string) => string;
  /** Begins SQL that ends in a `pg_sleep`; resolves when it sleeps, to the promise of its end. */
  readonly sleepingSql: (text: string) => Promise<{ readonly ended: Promise<unknown> }>;
  readonly restart: (mode: 'fast' | 'immediate') => Promise<void>;
  /** Ends the server at once, as a crash would. */
  readonly crash: () => Promise<void>;
  readonly start: () => Promise<void>;
  readonly remove: () => Promise<void>;
}

/** The folder of the server's programs; undefined if there are none. */
export const postgresPrograms = programs();

/** Why tests of it are skipped, for the name of their group. */
export const skipped = postgresPrograms === undefined ? ' (skipped: PostgreSQL is not installed)' : '';

/** Creates and starts a server. `settings` are lines of postgresql.conf. */
export async function startPostgres(settings: readonly string[] = []): Promise<PostgresServer> {
  const bin = postgresPrograms ?? '';
  const folder = mkdtempSync(path.join(tmpdir(), 'pg-'));
  const data = path.join(folder, 'data');
  const password = `p@ss/${'w'.repeat(8)}:1`;
  const port = await freePort();
  giveAway(folder);
  const file = (name: string, text: string): string => {
    const place = path.join(folder, name);
    writeFileSync(place, text, { mode: 0o600 });
    giveAway(place);
    return place;
  };
  const options = ['-U', 'owner', '--pwfile', file('password', password), '-A', 'scram-sha-256', '--no-sync'];
  execFileSync(path.join(bin, 'initdb'), ['-D', data, ...options, '-E', 'UTF8', '--locale=C'], asOther());
  certify(folder);
  for (const name of ['server.key', 'server.crt']) giveAway(path.join(folder, name));
  const config = [
    `port = ${port}`,
    `unix_socket_directories = '${folder}'`,
    "listen_addresses = '127.0.0.1'",
    'shared_buffers = 16MB',
    'max_connections = 40',
    'ssl = on',
    `ssl_cert_file = '${folder}/server.crt'`,
    `ssl_key_file = '${folder}/server.key'`,
    ...settings,
  ];
  file('data/postgresql.auto.conf', `${config.join('\n')}\n`);
  let server: ChildProcess | undefined;

  const start = async (): Promise<void> => {
    server = spawn(path.join(bin, 'postgres'), ['-D', data], { ...asOther(), stdio: 'ignore' });
    for (let attempt = 0; attempt < 1200; attempt++) {
      if (isReady(bin, folder, port)) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error('PostgreSQL did not start');
  };
  const stop = async (signal: 'SIGINT' | 'SIGQUIT'): Promise<void> => {
    if (server?.exitCode !== null) return;
    const ended = once(server, 'exit');
    server.kill(signal);
    await ended;
  };
  await start();
  // Also when a test run is ended.
  const atExit = (): void => void server?.kill('SIGQUIT');
  process.once('exit', atExit);
  const psql = path.join(bin, 'psql');
  const env = { PGHOST: folder, PGPORT: String(port), PGUSER: 'owner', PGPASSWORD: password };
  const psqlOptions = (database: string, text: string): string[] => {
    return ['-XAtq', '-v', 'ON_ERROR_STOP=1', '-d', database, '-c', text];
  };
  const sql = (text: string, database = 'postgres'): string =>
    execFileSync(psql, psqlOptions(database, text), { env, encoding: 'utf8', stdio: 'pipe' }).trim();
  return {
    folder,
    port,
    password,
    url: ({ role = 'owner', password: own = password, database = 'postgres', more = '' } = {}) =>
      `postgres://${role}:${encodeURIComponent(own)}@127.0.0.1:${port}/${database}${more}`,
    sql,
    sleepingSql: async (text) => {
      const child = spawn(psql, psqlOptions('postgres', text), { env, stdio: 'ignore' });
      const ended = once(child, 'exit');
      while (sql("SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep'") === '0') {
        if (child.exitCode !== null) throw new Error('the SQL failed');
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      return { ended };
    },
    restart: async (mode) => {
      await stop(mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
      await start();
    },
    crash: () => stop('SIGQUIT'),
    start,
    remove: async () => {
      await stop('SIGQUIT');
      process.off('exit', atExit);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

function programs(): string | undefined {
  const given = process.env['POSTGRES_BIN'];
  if (given !== undefined) return given;
  const root = '/usr/lib/postgresql';
  if (!existsSync(root)) return undefined;
  const versions = readdirSync(root).sort((a, b) => Number(b) - Number(a));
  return versions
    .map((version) => path.join(root, version, 'bin'))
    .find((bin) => existsSync(path.join(bin, 'initdb')));
}

/** PostgreSQL refuses to run as root. */
export function asOther(): Pick<SpawnOptions, 'uid' | 'gid' | 'stdio' | 'cwd'> {
  const user = otherUser();
  return { cwd: tmpdir(), stdio: 'pipe', ...user };
}

/** Makes a file or folder that of the user who runs the server. */
export function giveAway(place: string): void {
  const user = otherUser();
  if (user !== undefined) chownSync(place, user.uid, user.gid);
}

function otherUser(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (option: string): number => Number(execFileSync('id', [option, 'nobody'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

function isReady(bin: string, folder: string, port: number): boolean {
  try {
    execFileSync(path.join(bin, 'pg_isready'), ['-q', '-h', folder, '-p', String(port)], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
