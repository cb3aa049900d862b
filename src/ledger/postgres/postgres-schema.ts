import { unsafeError } from '../ledger-error.ts';
import { updateHelp } from '../unusable-ledger.ts';
import type { PostgresDatabase } from './postgres-database.ts';
import { sqlState } from './postgres-error.ts';
import { migrationLock, recordVersion, schemaVersions, versionTable } from './postgres-tables.ts';

const newest = schemaVersions.length;

/** Whether the tables are there. Throws for those of a later version. */
export async function hasSchema(database: PostgresDatabase): Promise<boolean> {
  return (await knownVersion(database)) === newest;
}

/**
 * Creates the tables, or brings them to this version. Throws the server's errors. Another process may have done it
 * while this one waited for the lock: its statements then change nothing.
 */
export async function ensureSchema(database: PostgresDatabase): Promise<void> {
  const from = await knownVersion(database);
  if (from === newest) return;
  const versions = schemaVersions
    .slice(from)
    .flatMap((statements, index) => [...statements, recordVersion(from + index + 1)]);
  const statements = [migrationLock, ...versionTable, ...versions];
  await database.run(statements.map((text) => ({ text })));
}

async function knownVersion(database: PostgresDatabase): Promise<number> {
  const version = await schemaVersion(database);
  if (version <= newest) return version;
  throw unsafeError(
    `the ledger tables in PostgreSQL (${database.target.shown}) have version ${version}; this version of Edgewright knows ${newest}`,
    updateHelp,
  );
}

/** 0 without tables. */
async function schemaVersion(database: PostgresDatabase): Promise<number> {
  try {
    const [[row] = []] = await database.run([
      { text: 'SELECT coalesce(max(version), 0) FROM edgewright.schema_version' },
    ]);
    return Number(row?.[0]);
  } catch (error) {
    if (sqlState(error) === '42P01' || sqlState(error) === '3F000') return 0;
    throw error;
  }
}
