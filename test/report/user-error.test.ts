import { expect, test } from 'vitest';
import { postgresTarget } from '../../src/ledger/postgres/postgres-target.ts';
import { postgresError } from '../../src/ledger/postgres/postgres-error.ts';
import { failureText, userErrorText } from '../../src/report/user-error.ts';
import { schemaSql } from '../../src/ledger/postgres/postgres-tables.ts';

const target = postgresTarget({ EDGEWRIGHT_POSTGRES_URL: 'postgres://ann@db.example/ledgers' });

/** As the server answers it. */
function denied(message: string): Error {
  return Object.assign(new Error(message), { code: '42501', severity: 'ERROR' });
}

test('SQL is on lines of its own, as psql takes it', () => {
  const error = postgresError(target, 'lock', denied('permission denied for database ledgers'));
  const lines = userErrorText(error).split('\n');
  expect(lines[1]).toBe('  = help: run these lines in psql, as the owner of the database:');
  expect(lines.slice(2).join('\n')).toBe(`${schemaSql()}\n`);
  expect(failureText(error, 'prod').split('\n').slice(2)).toEqual(lines.slice(2));
});

test('a role that can only read gets no SQL, and other text stays on its line', () => {
  const error = postgresError(target, 'write', denied('permission denied for table texts'));
  expect(error.script).toBeUndefined();
  expect(userErrorText({ message: 'a\nb', help: 'c\nd' })).toBe('error: a\\nb\n  = help: c\\nd\n');
});

test('in a terminal, sentences are wrapped between words, and commands stay whole', () => {
  const error = {
    message: 'the lock of `production` is held by another run, which began four minutes ago',
    help: 'wait for it, or end it with `edgewright ledger unlock --env production`',
  };
  const shown = (columns: number, stderrIsTerminal = true): string =>
    userErrorText(error, { columns, stderrIsTerminal });
  expect(shown(60)).toBe(`error: the lock of \`production\` is held by another run,
  which began four minutes ago
  = help: wait for it, or end it with
          \`edgewright ledger unlock --env production\`
`);
  // A log, and a file, have lines as they are.
  expect(shown(60, false)).toBe(userErrorText(error));
  expect(shown(200)).toBe(userErrorText(error));
});
