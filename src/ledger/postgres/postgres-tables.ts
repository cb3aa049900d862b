/**
 * The tables, in the schema `edgewright`: the statements of each version in turn. All keys have a shard: that of a
 * lease is its number, empty for the lease of the whole; that of a text is empty, since all shards have the same texts.
 * Statements can be repeated, so that people may run them by hand.
 */
export const schemaVersions: readonly (readonly string[])[] = [
  [
    // Each write updates a row of it: with room in its page, without a new index entry.
    `CREATE TABLE IF NOT EXISTS edgewright.lease (
  workspace text NOT NULL,
  environment text NOT NULL,
  shard text NOT NULL DEFAULT '',
  fence bigint NOT NULL DEFAULT 0,
  writes bigint NOT NULL DEFAULT 0,
  holder text,
  run json,
  since timestamptz,
  PRIMARY KEY (workspace, environment, shard)
) WITH (fillfactor = 50)`,
    // Bytes, so that a text is kept exactly in a database of any encoding: convert_from(bytes, 'UTF8') shows it.
    `CREATE TABLE IF NOT EXISTS edgewright.texts (
  workspace text NOT NULL,
  environment text NOT NULL,
  shard text NOT NULL DEFAULT '',
  name text NOT NULL,
  part integer NOT NULL,
  bytes bytea NOT NULL,
  PRIMARY KEY (workspace, environment, shard, name, part)
)`,
  ],
];

/** Done first, so that the version can be read. */
export const versionTable: readonly string[] = [
  'CREATE SCHEMA IF NOT EXISTS edgewright',
  'CREATE TABLE IF NOT EXISTS edgewright.schema_version (version integer PRIMARY KEY, at timestamptz NOT NULL)',
];

/** Held by the transaction that changes the tables. */
export const migrationLock = 'SELECT pg_advisory_xact_lock(7310592865)';

export function recordVersion(version: number): string {
  return `INSERT INTO edgewright.schema_version VALUES (${version}, now()) ON CONFLICT DO NOTHING`;
}

/** The SQL that the owner of a database runs, in psql, for a role that may not create tables. */
export function schemaSql(): string {
  const versions = schemaVersions.flatMap((statements, index) => [...statements, recordVersion(index + 1)]);
  const statements = ['BEGIN', migrationLock, ...versionTable, ...versions, 'COMMIT'];
  return [
    ...statements.map((statement) => `${statement};`),
    '-- for the role that Edgewright connects with:',
    '-- GRANT USAGE ON SCHEMA edgewright TO <role>;',
    '-- GRANT SELECT ON edgewright.schema_version TO <role>;',
    '-- GRANT SELECT, INSERT, UPDATE ON edgewright.lease TO <role>;',
    '-- GRANT SELECT, INSERT, DELETE ON edgewright.texts TO <role>;',
  ].join('\n');
}
