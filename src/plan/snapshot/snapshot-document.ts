import { isJsonMap } from '../../text/json/json-access.ts';
import { sign as signBytes, verify, type KeyObject } from 'node:crypto';
import { syntaxProblem } from '../../text/json/json-syntax.ts';
import { isKindName } from '../../kinds/index.ts';
import { idPattern } from '../../kinds/references.ts';
import type { Snapshot } from '../../model/snapshot.ts';
import type { Json, JsonObject } from '../../model/value.ts';
import { canonicalJson } from '../../text/json/canonical-json.ts';

/** The text of a snapshot: canonical JSON, with an Ed25519 signature over all of it if there is a key. */
export function snapshotText(snapshot: Snapshot, key: KeyObject | undefined): string {
  const text = canonicalJson(snapshot as unknown as Json);
  if (key === undefined) return `${text}\n`;
  const signature = signBytes(null, Buffer.from(text), key).toString('base64');
  return `${canonicalJson({ ...(snapshot as unknown as JsonObject), signature })}\n`;
}

export type ParsedSnapshot =
  | {
      readonly snapshot: Snapshot;
      /** `by`: whether this key made the signature. */
      readonly signature: 'none' | { readonly by: (key: KeyObject) => boolean };
    }
  | { readonly problem: string };

/** Parses the text from `snapshotText`. A problem is half a sentence: "it is empty". */
export function parseSnapshot(text: string): ParsedSnapshot {
  if (text.trim() === '') return { problem: 'it is empty' };
  const syntax = syntaxProblem(text);
  if (syntax !== undefined) {
    return { problem: `it cannot be read at ${syntax.line}:${syntax.column}: ${syntax.what}` };
  }
  const value = JSON.parse(text) as Json;
  if (!isJsonMap(value) || value['type'] !== 'edgewright-snapshot')
    return { problem: 'it is not a snapshot' };
  const { signature, ...rest } = value;
  if (typeof rest['format'] === 'number' && rest['format'] > 1) {
    return { problem: `a newer edgewright took it (format ${rest['format']}; this one knows 1)` };
  }
  const problem = shapeProblem(rest);
  if (problem !== undefined) return { problem };
  const snapshot = rest as unknown as Snapshot;
  if (signature === undefined) return { snapshot, signature: 'none' };
  if (typeof signature !== 'string') return { problem: '`signature` is malformed' };
  const bytes = Buffer.from(canonicalJson(rest));
  return {
    snapshot,
    signature: {
      // Compares with the canonical text: a duplicate key or an overflowing number would otherwise pass as signed.
      by: (key) =>
        canonicalJson(value) === text.trimEnd() && verify(null, bytes, key, Buffer.from(signature, 'base64')),
    },
  };
}

function shapeProblem({ format, tool, taken_at, salt, environments }: JsonObject): string | undefined {
  if (format !== 1) return '`format` is missing';
  if (typeof tool !== 'string') return '`tool` is missing';
  if (typeof taken_at !== 'string' || Number.isNaN(Date.parse(taken_at))) return '`taken_at` is not a time';
  if (typeof salt !== 'string' || !/^[0-9a-f]{32}$/.test(salt)) return '`salt` is malformed';
  if (!Array.isArray(environments)) return '`environments` is missing';
  const index = (environments as readonly Json[]).findIndex((item) => !isEnvironment(item));
  return index === -1 ? undefined : `\`environments[${index}]\` is malformed`;
}

function isEnvironment(value: Json): boolean {
  if (!isJsonMap(value)) return false;
  const { environment, api, ledger, live } = value;
  if (typeof environment !== 'string' || typeof api !== 'string' || !isJsonMap(ledger)) return false;
  if (!isJsonMap(live) || ![ledger['resources'], ledger['orphans']].every(isTable)) return false;
  const { listed, known, orphans } = live;
  return (
    Array.isArray(listed) &&
    (listed as readonly Json[]).every(isPictured) &&
    [known, orphans].every(
      (all) => isJsonMap(all) && Object.values(all).every((item) => item === 'missing' || isPictured(item)),
    )
  );
}

/** A table of a ledger, whose entries are read before the ledger is checked as a whole. */
function isTable(table: Json = {}): boolean {
  return isJsonMap(table) && Object.values(table).every(isJsonMap);
}

function isPictured(value: Json): boolean {
  if (!isJsonMap(value)) return false;
  const { kind, id, edge_id, is_manageable, spec, marker } = value;
  return (
    typeof kind === 'string' &&
    isKindName(kind) &&
    isId(id) &&
    (edge_id === undefined || isId(edge_id)) &&
    typeof is_manageable === 'boolean' &&
    isJsonMap(spec) &&
    (marker === undefined || isMarker(marker))
  );
}

function isMarker(marker: Json): boolean {
  return isJsonMap(marker) && ['owner', 'address', 'op'].every((name) => typeof marker[name] === 'string');
}

function isId(value: Json | undefined): boolean {
  return typeof value === 'string' && idPattern.test(value);
}
