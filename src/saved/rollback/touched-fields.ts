import type { Step } from '../../model/plan/step.ts';
import { keep, keptSecret } from '../../derive/forms/kept.ts';
import { kinds } from '../../kinds/index.ts';
import type { LedgerEntry } from '../../model/ledger.ts';
import type { Live } from '../../model/live.ts';
import type { Json, Spec } from '../../model/value.ts';
import { keptLive, sameKept } from './same-kept.ts';

/** A top-level field that a run changes: a request carries it whole. */
export interface TouchedField {
  /** What it was; absent where it was not there. */
  readonly was?: Json;
  /** What the ledger has as applied right after; absent where the run took it out. */
  readonly left?: Json;
}

export function touchedFields(
  step: Step,
  entry: LedgerEntry | undefined,
  live: Live | undefined,
): Readonly<Record<string, TouchedField>> {
  const { action, desired = {}, requests } = step;
  switch (action) {
    case 'create':
      return entry === undefined
        ? Object.fromEntries(Object.entries(named(desired)).map(([name, left]) => [name, { left }]))
        : {};
    case 'update':
    case 'retire': {
      const body = requests[0]?.body ?? {};
      const left = named(action === 'update' ? desired : body);
      const was = wasBefore(step, entry, live);
      const names = changedNames(step).filter((name) => Object.hasOwn(body, name));
      return Object.fromEntries(names.map((name) => [name, touched(was(name), left[name])]));
    }
    case 'delete':
    case 'adopt':
    case 'forget':
    case 'drift':
    case 'keep':
    case 'blocked':
      return {};
  }
}

function touched(was: Json | undefined, left: Json | undefined): TouchedField {
  return { ...(was === undefined ? {} : { was }), ...(left === undefined ? {} : { left }) };
}

/** Secrets by the names of their references. */
function named(spec: Spec): Readonly<Record<string, Json>> {
  return keep(spec, () => undefined);
}

function changedNames({ changes }: Step): readonly string[] {
  return [...new Set(changes.map(({ path }) => /^[^.[]+/.exec(path)?.[0] ?? path))];
}

/**
 * What was written, where that was live; else what was live: a run can undo what someone changed outside, and taking
 * the run back is not to undo it a second time.
 */
function wasBefore(
  { kind, desired }: Step,
  entry: LedgerEntry | undefined,
  live: Live | undefined,
): (name: string) => Json | undefined {
  const now = live === undefined ? undefined : keptLive(live, entry, desired);
  return (name) => {
    const field = kinds[kind].fields[name];
    const applied = entry?.applied?.[name];
    const observed = entry?.observed[name];
    const isOurs =
      now === undefined || [applied, observed].some((known) => sameKept(field, now[name], known, 'unnamed'));
    if (isOurs) return applied ?? observed;
    return now[name] === undefined ? undefined : withNames(now[name], applied);
  };
}

/** What was live, its secrets by the names that were written. */
function withNames(live: Json, applied: Json | undefined): Json {
  if (keptSecret(live) !== undefined) return keptSecret(applied) === undefined ? live : (applied ?? live);
  if (typeof live !== 'object' || live === null) return live;
  const known = (typeof applied === 'object' ? applied : null) as Readonly<Record<string, Json>> | null;
  const entries = Object.entries(live).map(([key, item]) => [key, withNames(item, known?.[key])] as const);
  return Array.isArray(live) ? entries.map(([, item]) => item) : Object.fromEntries(entries);
}
