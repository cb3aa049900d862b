/**
 * The state that a run is taken back to, as if it were written down: for each object that the run changed what the
 * ledger knew of it before, for all others what it knows now. The planner then compares it with what is live, as ever.
 */
import { parseTemplate } from '../derive/parse-template.ts';
import { keptSecret } from '../derive/kept.ts';
import type { Desired } from '../model/desired.ts';
import type { KeptSpec, LedgerEntry, LedgerState } from '../model/ledger.ts';
import type { Json, Spec, Value } from '../model/value.ts';
import type { Address, ResourceDocument } from '../model/workspace.ts';
import type { Rollback, RollbackObject } from './rollback.ts';

export interface RollbackTarget {
  readonly desired: readonly Desired[];
  /** What the run took over: it is let go of, never deleted. */
  readonly forgotten: readonly Address[];
  /** What is to be looked at. */
  readonly only: readonly Address[];
  /** What would stay as the run left it, a sentence each. */
  readonly kept: readonly string[];
}

export function rollbackTarget({ objects }: Rollback, ledger: LedgerState): RollbackTarget {
  const touched = new Set(objects.flatMap(({ address, formerly = address }) => [address, formerly]));
  const others = (Object.entries(ledger.resources) as [Address, LedgerEntry][])
    .filter(([address]) => !touched.has(address))
    .map(([address, entry]) =>
      asWritten(address, entry, ledger.environment, specOf(entry.applied ?? entry.observed)),
    );
  const kept: string[] = [];
  const restored = objects.flatMap((object) => restoredObject(object, ledger, kept));
  const desired = [...others, ...restored];
  const known = new Set([...desired.map(({ address }) => address), ...Object.keys(ledger.resources)]);
  return {
    desired,
    forgotten: objects.filter(({ action }) => action === 'adopt').map(({ address }) => address),
    only: [...touched].filter((address) => known.has(address)),
    kept,
  };
}

/** Nothing for what the ledger did not know before: it is to go again. */
function restoredObject(object: RollbackObject, ledger: LedgerState, kept: string[]): readonly Desired[] {
  const { address, action, formerly, entry, orphan } = object;
  const before = entry ?? (action === 'update' || action === 'keep' ? orphan : undefined);
  if (before === undefined) return [];
  const now = ledger.resources[address];
  // It was gone already, so the run forgot it: to make it again is not to take the run back.
  if (action === 'forget' && now === undefined && ledger.orphans[address] === undefined) return [];
  const former = formerly ?? address;
  const spec = restoredSpec(former, before, now, kept);
  return [
    { ...asWritten(former, before, ledger.environment, spec), formerly: former === address ? [] : [address] },
  ];
}

/**
 * What was applied. A field that the run wrote for the first time goes back to what was observed before it; where a
 * secret in it was never ours, nobody can send the old value, so it stays as it is now.
 */
function restoredSpec(
  address: Address,
  before: LedgerEntry,
  now: LedgerEntry | undefined,
  kept: string[],
): Spec {
  const { applied, observed } = before;
  const names = new Set([...Object.keys(applied ?? {}), ...Object.keys(now?.applied ?? {})]);
  const spec: Record<string, Value> = {};
  for (const name of names) {
    const old = applied?.[name] ?? observed[name];
    const present = now?.applied?.[name];
    if (old !== undefined && !isRestorable(old)) {
      kept.push(`\`${name}\` of \`${address}\` stays as it is: it had a secret that was never ours`);
    }
    const value = old === undefined || isRestorable(old) ? old : present;
    if (value !== undefined) spec[name] = valueOf(value, name);
  }
  return spec;
}

function isRestorable(value: Json): boolean {
  const secret = keptSecret(value);
  if (secret !== undefined) return secret.template !== undefined;
  return (
    typeof value !== 'object' || value === null || Object.values(value).every((item) => isRestorable(item))
  );
}

function specOf(kept: KeptSpec): Spec {
  return Object.fromEntries(Object.entries(kept).map(([name, value]) => [name, valueOf(value, name)]));
}

/** A secret without a name is left out: nothing is compared where nothing is said. */
function valueOf(value: Json, name: string): Value {
  const secret = keptSecret(value);
  if (secret?.template !== undefined) return parseTemplate(secret.template, name === 'traffic_policy');
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item: Json) => valueOf(item, name));
  const parts = Object.entries(value).filter(([, item]) => {
    const inner = keptSecret(item);
    return inner === undefined || inner.template !== undefined;
  });
  return Object.fromEntries(parts.map(([key, item]) => [key, valueOf(item, name)]));
}

/** Nobody wrote it in a file, so its places are nowhere; `withoutPlaces` takes them out of the steps. */
function asWritten(address: Address, { kind }: LedgerEntry, environment: string, spec: Spec): Desired {
  const source = { path: '', text: '' };
  const name = address.slice(kind.length + 1);
  return {
    address,
    kind,
    name,
    environment,
    labels: {},
    formerly: [],
    spec,
    layers: new Map(),
    replaced: [],
    document: { kind, name, address } as unknown as ResourceDocument,
    originOf: () => ({ place: { source, start: 0, end: 0 }, layer: 'spec', through: [] }),
  };
}
