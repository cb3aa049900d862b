import { describe, expect, it } from 'vitest';
import { postgresTarget } from '../../../src/ledger/postgres/postgres-target.ts';
import { LedgerError } from '../../../src/model/errors.ts';

const ofUrl = (url: string): ReturnType<typeof postgresTarget> =>
  postgresTarget({ EDGEWRIGHT_POSTGRES_URL: url });

describe('the connection string', () => {
  it.each<[string, object]>([
    [
      'postgres://u%40x:p%2F%40s@db.example.com:6432/led%20ger',
      { host: 'db.example.com', port: 6432, user: 'u@x', password: 'p/@s', database: 'led ger' },
    ],
    [
      'postgresql://u@db.example.com',
      { port: 5432, user: 'u', password: '', database: 'u', connectSeconds: 10 },
    ],
    ['postgres://u@db/x', { tls: { sslmode: 'verify-full' } }],
    ['postgres://u@localhost/x', { tls: { sslmode: 'disable' } }],
    ['postgres://u@127.0.0.1/x', { tls: { sslmode: 'disable' } }],
    ['postgres://u@[::1]:7/x', { host: '::1', shown: '[::1]:7/x', tls: { sslmode: 'disable' } }],
    ['postgres://u@%2Fvar%2Frun/x', { host: '/var/run', tls: { sslmode: 'disable' } }],
    ['postgres://u@/x?host=/tmp/s&port=7', { host: '/tmp/s', port: 7 }],
    [
      'postgres://u@db/x?sslmode=verify-ca&sslrootcert=/ca.pem&connect_timeout=3',
      { tls: { sslmode: 'verify-ca', sslrootcert: '/ca.pem' }, connectSeconds: 3 },
    ],
  ])('%s', (url, expected) => expect(ofUrl(url)).toMatchObject(expected));

  it('is completed, or replaced, by the variables of libpq', () => {
    const env = {
      PGHOST: 'db',
      PGPORT: '7',
      PGUSER: 'u',
      PGPASSWORD: 'p',
      PGDATABASE: 'd',
      PGSSLMODE: 'require',
    };
    expect(postgresTarget(env)).toMatchObject({
      host: 'db',
      port: 7,
      user: 'u',
      password: 'p',
      database: 'd',
    });
    expect(postgresTarget({ ...env, EDGEWRIGHT_POSTGRES_URL: 'postgres://me@other/' })).toMatchObject({
      host: 'other',
      user: 'me',
      password: 'p',
      tls: { sslmode: 'require' },
    });
  });

  it('may have what hosted databases print, and the default of libpq', () => {
    const plain = ofUrl('postgres://u:p@db.example.com/x');
    const hosted =
      '?sslmode=prefer&channel_binding=require&target_session_attrs=read-write&application_name=a';
    expect(ofUrl(`postgres://u:p@db.example.com/x${hosted}`)).toEqual(plain);
    expect(plain.tls.sslmode).toBe('verify-full');
  });

  it.each([
    ['', '`EDGEWRIGHT_POSTGRES_URL` is not set'],
    ['hunter2', '`EDGEWRIGHT_POSTGRES_URL` is not a PostgreSQL connection string'],
    ['mysql://u:hunter2@db/x', '`EDGEWRIGHT_POSTGRES_URL` is not a PostgreSQL connection string'],
    ['postgres://u:hunter2%@db/x', '`EDGEWRIGHT_POSTGRES_URL` is not a PostgreSQL connection string'],
    ['postgres://u:hunter2@db:port/x', '`EDGEWRIGHT_POSTGRES_URL` is not a PostgreSQL connection string'],
    ['postgres://u:hunter2@a:1,b:2/x', '`EDGEWRIGHT_POSTGRES_URL` is not a PostgreSQL connection string'],
    ['postgres://u:hunter2@a,b/x', 'the PostgreSQL connection names several hosts'],
    [
      'postgres://u:hunter2@db/x?options=-c',
      'the parameter `options` of `EDGEWRIGHT_POSTGRES_URL` is not supported',
    ],
    ['postgres://u:12/hunter2@db/x', '`EDGEWRIGHT_POSTGRES_URL` is not a PostgreSQL connection string'],
    ['postgres://u:12#hunter2@db/x', '`EDGEWRIGHT_POSTGRES_URL` is not a PostgreSQL connection string'],
    ['postgres://u:pa@hunter2/rd@db/x', '`EDGEWRIGHT_POSTGRES_URL` is not a PostgreSQL connection string'],
    ['postgres://u:pa@hunter?two=1@db/x', 'a parameter of `EDGEWRIGHT_POSTGRES_URL` is not supported'],
    ['postgres://u:12?hunter2@db/x', 'a parameter of `EDGEWRIGHT_POSTGRES_URL` is not supported'],
    [
      'postgres://u:hunter2@db/x?sslmode=verify',
      'the `sslmode` of the PostgreSQL connection is not supported',
    ],
    [
      'postgres://u:hunter2@db/x?port=0',
      'the `port` of the PostgreSQL connection is not a number from 1 to 65535',
    ],
  ])('is refused without repeating it: %s', (url, message) => {
    const attempt = (): unknown => ofUrl(url);
    expect(attempt).toThrow(LedgerError);
    expect(attempt).toThrow(message);
    try {
      attempt();
    } catch (error) {
      const { exitCode, help, cause, stack } = error as LedgerError;
      expect(exitCode).toBe(78);
      expect(`${help} ${String(cause)} ${stack}`).not.toContain('hunter2');
    }
  });
});
