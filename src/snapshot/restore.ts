/**
 * What is live and the ledger, out of a snapshot and the files that are to be planned: a text that the files hold at the
 * same field is read back by its hash, any other stays unknown, but two that are the same are still told to be.
 */
import { hiddenTextOf } from '../derive/hidden-text.ts';
import { walkSpec, type Visitor } from '../derive/walk-texts.ts';
import { isKindName } from '../kinds/index.ts';
import type { KindName } from '../kinds/kind.ts';
import type { Live, LiveState } from '../model/live.ts';
import { Secret } from '../model/secret.ts';
import type { PicturedEnvironment, PicturedObject } from '../model/snapshot.ts';
import type { Json, JsonObject, Value } from '../model/value.ts';
import type { Address } from '../model/workspace.ts';
import type { KnownTexts } from './known-texts.ts';
import { hiddenName } from './redact.ts';

export function restoredLive({ live }: PicturedEnvironment, known: KnownTexts): LiveState {
  const found = (all: Readonly<Record<string, PicturedObject | 'missing'>>): Map<Address, Live | 'missing'> =>
    new Map(
      Object.entries(all).map(([address, each]) => [
        address as Address,
        each === 'missing' ? each : restored(each, known),
      ]),
    );
  return {
    listed: live.listed.map((each) => restored(each, known)),
    known: found(live.known),
    orphans: found(live.orphans),
  };
}

/** The ledger as its reader takes it: `applied` and `observed` of each entry with what the files know put back. */
export function restoredLedger({ ledger }: PicturedEnvironment, known: KnownTexts): JsonObject {
  const entries = (all: Json | undefined): JsonObject =>
    Object.fromEntries(
      Object.entries((all ?? {}) as Readonly<Record<string, JsonObject>>).map(([address, entry]) => [
        address,
        restoredEntry(entry, known),
      ]),
    );
  return { ...ledger, resources: entries(ledger['resources']), orphans: entries(ledger['orphans']) };
}

function restoredEntry(entry: JsonObject, known: KnownTexts): JsonObject {
  const { kind, applied, observed } = entry;
  if (typeof kind !== 'string' || !isKindName(kind)) return entry;
  return {
    ...entry,
    ...(isObject(applied) ? { applied: restoredSpec(kind, applied, known, keptSecret) as JsonObject } : {}),
    ...(isObject(observed)
      ? { observed: restoredSpec(kind, observed, known, keptSecret) as JsonObject }
      : {}),
  };
}

function restored(
  { kind, id, edge_id, marker, is_manageable, spec }: PicturedObject,
  known: KnownTexts,
): Live {
  const name = kind as KindName;
  return {
    kind: name,
    id,
    ...(edge_id === undefined ? {} : { edge_id }),
    ...(marker === undefined ? {} : { marker }),
    isManageable: is_manageable,
    spec: restoredSpec(name, spec, known, unknownSecret),
    answer: {},
  };
}

/** As services answer a secret that they do not show: it cannot be compared. */
const unknownSecret: Visitor['sealed'] = () => new Secret('***');
const keptSecret: Visitor['sealed'] = (value) => value as unknown as Json;

function restoredSpec(
  kind: KindName,
  spec: JsonObject,
  known: KnownTexts,
  secret: Visitor['sealed'],
): Record<string, Value | Json> {
  return walkSpec(kind, spec, {
    text: (text) => text,
    name: (name) => (name.startsWith(hiddenName) ? textOf(name.slice(hiddenName.length), known) : name),
    sealed: (value, place) =>
      '$hidden' in value && typeof value.$hidden === 'string'
        ? textOf(value.$hidden, known)
        : secret(value, place),
  });
}

function textOf(hash: string, known: KnownTexts): string {
  return known.get(hash) ?? hiddenTextOf(hash);
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
