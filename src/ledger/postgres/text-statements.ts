import type { Folder, Write } from '../backend.ts';
import { isCounted, keyValues, ofLease, type LeaseKey } from './lease.ts';
import type { Statement } from './transaction.ts';

/*
 * A text is one row or more, its parts: each append adds one, so that it costs what it adds. A text that exists has a
 * part 1.
 */
const longestPart = 1024 * 1024;
const ofText = `${ofLease} AND name = $4`;

/**
 * The statements of a write, in order: they do nothing unless `countWrite` counted it, and one that fails undoes all.
 */
export function writeStatements(key: LeaseKey, write: Write): readonly Statement[] {
  if ('create' in write)
    return partsOf(write.text).map((bytes, index) => inserted(key, write.create, bytes, index + 1));
  if ('append' in write) return partsOf(write.text).map((bytes) => appended(key, write.append, bytes));
  if ('remove' in write) return [removed(key, write.remove)];
  if ('put' in write) {
    const parts = partsOf(write.text).map((bytes, index) => inserted(key, write.put, bytes, index + 1));
    return [removed(key, write.put), ...parts];
  }
  return [kept(key, write)];
}

/** Answers a column of names. */
export function selectNames(key: LeaseKey, folder: Folder): Statement {
  return {
    text: `SELECT substr(name, length($4) + 1) FROM edgewright.texts
WHERE ${ofLease} AND part = 1 AND starts_with(name, $4)`,
    values: [...keyValues(key), folder],
  };
}

/** Answers a column of the environments that have a ledger. */
export function selectEnvironments({ workspace }: LeaseKey): Statement {
  return {
    text: `SELECT environment FROM edgewright.texts
WHERE workspace = $1 AND shard = '' AND name = 'ledger.json' AND part = 1 ORDER BY environment`,
    values: [workspace],
  };
}

/** Answers a column of parts, in order. */
export function selectText(key: LeaseKey, name: string): Statement {
  return {
    text: `SELECT bytes FROM edgewright.texts WHERE ${ofText} ORDER BY part`,
    values: [...keyValues(key), name],
  };
}

/** The bytes in PostgreSQL's text format. */
export function bytesOf(hex: string): Buffer {
  return Buffer.from(hex.slice('\\x'.length), 'hex');
}

function inserted(key: LeaseKey, name: string, bytes: Buffer, part: number): Statement {
  return {
    text: `INSERT INTO edgewright.texts (workspace, environment, shard, name, part, bytes)
SELECT $1, $2, $3, $4, $5::integer, $6::bytea WHERE ${isCounted}`,
    values: [...keyValues(key), name, String(part), bytes],
  };
}

function appended(key: LeaseKey, name: string, bytes: Buffer): Statement {
  return {
    // Not max(part): without statistics of the table that reads all parts.
    text: `INSERT INTO edgewright.texts (workspace, environment, shard, name, part, bytes)
SELECT $1, $2, $3, $4, 1 + coalesce((
  SELECT part FROM edgewright.texts WHERE ${ofText} ORDER BY part DESC LIMIT 1
), 0), $5::bytea WHERE ${isCounted}`,
    values: [...keyValues(key), name, bytes],
  };
}

function removed(key: LeaseKey, name: string): Statement {
  const text = `DELETE FROM edgewright.texts WHERE ${ofText} AND ${isCounted}`;
  return { text, values: [...keyValues(key), name] };
}

/** A text that does not exist has no part, which the table refuses: as it does a second text of one name. */
function kept(key: LeaseKey, { keep, as }: Extract<Write, { keep: string }>): Statement {
  return {
    text: `INSERT INTO edgewright.texts (workspace, environment, shard, name, part, bytes)
SELECT $1, $2, $3, $5, part, bytes FROM (VALUES (1)) AS one LEFT JOIN edgewright.texts ON ${ofText}
WHERE ${isCounted} AND NOT EXISTS (SELECT FROM edgewright.texts WHERE ${ofLease} AND name = $5)`,
    values: [...keyValues(key), keep, as],
  };
}

/** At least one part, so that an empty text exists. */
function partsOf(text: string): readonly Buffer[] {
  const bytes = Buffer.from(text);
  const parts = [bytes.subarray(0, longestPart)];
  for (let start = longestPart; start < bytes.length; start += longestPart)
    parts.push(bytes.subarray(start, start + longestPart));
  return parts;
}
