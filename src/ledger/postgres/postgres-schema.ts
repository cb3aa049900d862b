import { unsafeError } from '../ledger-error.ts';
import { updateHelp } from '../read-ledger.ts';
import { failedStatement, sqlState } from './postgres-error.ts';
import type { PostgresDatabase } from './postgres-database.ts';
import { migrationLock, recordVersion, schemaVersions, versionTable } from './schema-sql.ts';

const newest = schemaVersions.length;

/** Whether the tables are there. Throws for those of a later version. */
export async function hasSchema(database: PostgresDatabase): Promise<boolean> {
  const version = await schemaVersion(database);
  if (version > newest) {
    throw unsafeError(
      `the ledger tables in PostgreSQL (${database.target.shown}) have version ${version}; this version of Edgewright knows ${newest}`,
      updateHelp,
    );
  }
  return version === newest;
}

/** Creates the tables, or brings them to this version. Throws the server's errors. */
export async function ensureSchema(database: PostgresDatabase): Promise<void> {
  while (!(await hasSchema(database))) {
    const from = await schemaVersion(database);
    const versions = schemaVersions
      .slice(from)
      .flatMap((statements, index) => [...statements, recordVersion(from + index + 1)]);
    try {
      await database.run([
        { text: migrationLock },
        ...versionTable.map((text) => ({ text })),
        {
          text: `SELECT 1 / count(*) FROM (${versionQuery}) AS now WHERE version = $1`,
          values: [String(from)],
        },
        ...versions.map((text) => ({ text })),
      ]);
    } catch (error) {
      // Another process did it while this one waited for the lock.
      if (sqlState(error) !== '22012' || failedStatement(error) !== versionTable.length + 1) throw error;
    }
  }
}

const versionQuery = 'SELECT coalesce(max(version), 0) AS version FROM edgewright.schema_version';

/** 0 without tables. */
async function schemaVersion(database: PostgresDatabase): Promise<number> {
  try {
    const [[row] = []] = await database.run([{ text: versionQuery }]);
    return Number(row?.[0]);
  } catch (error) {
    if (sqlState(error) === '42P01' || sqlState(error) === '3F000') return 0;
    throw error;
  }
}
