import type { PostgresTarget } from './postgres-target.ts';
import { LedgerError } from '../../model/errors.ts';
import { connectionWords } from '../../text/words/connection-words.ts';
import { clip } from '../../text/words/clip.ts';
import { exitCodes, type ExitCode } from '../../model/exit-codes.ts';
import { schemaSql } from './postgres-tables.ts';

/** The SQLSTATE of an error that the server, or a pooler, answered; undefined for one of the connection. */
export function sqlState(error: unknown): string | undefined {
  const { code, severity } = error as { readonly code?: string; readonly severity?: string };
  return severity === undefined ? undefined : code;
}

/**
 * Whether the same batch can succeed a little later: the connection broke, the server restarts or has no connection
 * left, or two transactions were in each other's way. Whether this batch was committed is then unknown.
 */
export function isPassing(error: unknown): boolean {
  const state = sqlState(error);
  if (state !== undefined) return /^(08...|57P0[1235]|53300|40001|40P01)$/.test(state);
  return isOfConnection(error) && !isOfTls(error);
}

/** Whether the connection failed: an error of the socket, or one that `pg` makes when it ends. */
function isOfConnection(error: unknown): boolean {
  if (error instanceof LedgerError) return false;
  const { code, message } = error as { readonly code?: string; readonly message?: string };
  const reason =
    /^(Connection terminated|timeout expired|no answer|Client (has|was)|There was an error establ)/;
  return code !== undefined || reason.test(message ?? '');
}

/** Whether a server that was never reached says that it will be there soon. */
export function isStarting(error: unknown): boolean {
  return ['57P03', '53300'].includes(sqlState(error) ?? '');
}

const words: Readonly<Record<string, string>> = {
  ...connectionWords,
  ENOENT: 'its socket does not exist',
  '23502': 'a text to keep does not exist',
  '23505': 'a text to begin exists already',
  '53300': 'it has no connection left',
  '57P01': 'it was shut down',
  '57P02': 'it crashed',
  '57P03': 'it is starting up or shutting down',
  '57P05': 'it closed the idle connection',
};

/** Why there was no answer, as a clause. */
export function outageWords(error: unknown): string {
  const { code = '', message = '' } = error as { readonly code?: string; readonly message?: string };
  const known = words[code];
  if (known !== undefined) return known;
  if (message === 'timeout expired' || message === noAnswer) return 'it did not answer in time';
  return sqlState(error) === undefined ? 'the connection was cut' : `it answered ${code}`;
}

/** The message of the error with which a connection is given up on which nothing arrives. */
export const noAnswer = 'no answer';

type Verb = 'read' | 'lock' | 'write';

/** The error of a task, as one for a person: without values, user and password. Throws what is our own mistake. */
export function postgresError(target: PostgresTarget, verb: Verb, error: unknown): LedgerError {
  if (error instanceof LedgerError) return error;
  if (sqlState(error) === undefined && !isOfConnection(error) && !isOfPassword(error) && !isOfTls(error))
    throw error;
  const { exitCode, reason, ...more } = described(target, verb, error);
  // Not the cause: the server's error has fields with values.
  return new LedgerError(
    exitCode,
    `cannot ${verb} the ledger in PostgreSQL (${target.shown}): ${reason}`,
    more,
  );
}

interface ErrorDescription {
  readonly exitCode: ExitCode;
  readonly reason: string;
  readonly help: string;
  readonly script?: string;
}

function described(target: PostgresTarget, verb: Verb, error: unknown): ErrorDescription {
  const state = sqlState(error);
  if (isOfPassword(error) || state?.startsWith('28') === true) {
    return {
      exitCode: exitCodes.credential,
      reason: 'the user or the password was refused',
      help: 'check both in `EDGEWRIGHT_POSTGRES_URL`, and `pg_hba.conf` of the server',
    };
  }
  if (isOfTls(error)) return { exitCode: exitCodes.unreachable, ...tlsTrouble(error) };
  if (state === undefined) {
    const help = 'check the host and the port in `EDGEWRIGHT_POSTGRES_URL`, and that PostgreSQL runs there';
    return { exitCode: exitCodes.unreachable, reason: outageWords(error), help };
  }
  return {
    exitCode: codeOf(state),
    reason: reasonOf(target, state, error),
    help: helpOf(state, verb, error),
    ...(lacksTables(state, verb, error) ? { script: schemaSql() } : {}),
  };
}

function codeOf(state: string): ExitCode {
  if (state === '42501') return exitCodes.credential;
  if (state === '3D000') return exitCodes.settings;
  return /^(08|57|53300|55P03)/.test(state) ? exitCodes.unreachable : exitCodes.disk;
}

function reasonOf(target: PostgresTarget, state: string, error: unknown): string {
  if (state === '3D000') return 'the database does not exist';
  if (state === '57014') return 'the statement timed out';
  if (state === '55P03') return 'another transaction held the rows of this ledger for too long';
  return words[state] ?? `${oneLine((error as Error).message, target)} (${state})`;
}

function helpOf(state: string, verb: Verb, error: unknown): string {
  if (state === '42501' && !lacksTables(state, verb, error))
    return 'this role can only read the ledger, which is enough to plan: give the job that applies a role that can write';
  if (state === '42501') return 'run these lines in psql, as the owner of the database:';
  if (state === '3D000') return 'create it, or correct the name in `EDGEWRIGHT_POSTGRES_URL`';
  if (state === '25006') return 'this is a standby, or a role that may only read: connect to the primary';
  if (state === '53100') return 'make room on its disk, then run this again';
  return 'run this again; if it stays, look into the log of PostgreSQL';
}

/** Whether the role may not make the tables, or not even read them. A role that can read them is one for plans. */
function lacksTables(state: string, verb: Verb, error: unknown): boolean {
  if (state !== '42501') return false;
  return verb === 'read' || !/for table (?:lease|texts)$/.test((error as Error).message);
}

/** Control characters, and characters that are invisible or change the text direction. */
const unsafe = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]+/gu;

/** A message of the server on one line, at most 200 characters, without the user and the password. */
function oneLine(text: string, { user, password }: PostgresTarget): string {
  let plain = text.replaceAll(unsafe, ' ').replaceAll(/\s+/g, ' ').trim();
  if (password !== '') plain = plain.replaceAll(password, '(secret)');
  if (user !== '') plain = plain.replaceAll(`"${user}"`, '"(user)"');
  return clip(plain, 200);
}

function isOfPassword(error: unknown): boolean {
  return error instanceof Error && sqlState(error) === undefined && error.message.startsWith('SASL');
}

function isOfTls(error: unknown): boolean {
  const { code = '', message } = error as NodeJS.ErrnoException;
  if (sqlState(error) !== undefined) return false;
  return message === noTls || /^(ERR_TLS|ERR_SSL|ERR_OSSL|UNABLE_TO_|SELF_SIGNED)|CERT/.test(code);
}

/** As `pg` says it. */
const noTls = 'The server does not support SSL connections';

function tlsTrouble(error: unknown): Pick<ErrorDescription, 'reason' | 'help'> {
  const { code = '', message } = error as NodeJS.ErrnoException;
  if (message === noTls) {
    const help = 'turn on `ssl` in PostgreSQL; only on a network that you trust, add `?sslmode=disable`';
    return { reason: 'the server does not offer TLS', help };
  }
  const help = 'name the root certificate with `?sslrootcert=<file>` in `EDGEWRIGHT_POSTGRES_URL`';
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return {
      reason: 'the certificate is for another host',
      help: 'connect to a host that the certificate names',
    };
  }
  if (code === 'CERT_HAS_EXPIRED') return { reason: 'the certificate has expired', help: 'renew it' };
  return { reason: `the certificate is not trusted (${code.replaceAll(/\W/g, '')})`, help };
}
