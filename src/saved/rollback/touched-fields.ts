import { fieldsIn } from '../../text/pointer.ts';
import type { Step } from '../../model/plan/step.ts';
import { keep, keptSecret } from '../../derive/forms/kept.ts';
import { kinds } from '../../kinds/index.ts';
import type { LedgerEntry } from '../../model/ledger.ts';
import type { Live } from '../../model/live.ts';
import type { Json, Spec } from '../../model/value.ts';
import { keptLive, sameKept } from './same-kept.ts';

/** A top-level field that a run changes; requests send such a field as a whole. */
export interface TouchedField {
  /** The value before; absent if there was none. */
  readonly was?: Json;
  /** The `applied` value in the ledger right after; absent if the run removed the field. */
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

/** The spec with secrets as the names of their references. */
function named(spec: Spec): Readonly<Record<string, Json>> {
  return keep(spec, () => undefined);
}

function changedNames({ changes }: Step): readonly string[] {
  return fieldsIn(changes.map(({ path }) => path));
}

/**
 * The value to restore: the declared one if it was live, otherwise the live one. If the run reverted an outside change,
 * the rollback restores that change instead of reverting it again.
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

/** The live value, with its secrets as the references in the applied one. */
function withNames(live: Json, applied: Json | undefined): Json {
  if (keptSecret(live) !== undefined) return keptSecret(applied) === undefined ? live : (applied ?? live);
  if (typeof live !== 'object' || live === null) return live;
  const known = (typeof applied === 'object' ? applied : null) as Readonly<Record<string, Json>> | null;
  const entries = Object.entries(live).map(([key, item]) => [key, withNames(item, known?.[key])] as const);
  return Array.isArray(live) ? entries.map(([, item]) => item) : Object.fromEntries(entries);
}
