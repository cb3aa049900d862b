import { differences, type Difference } from '../derive/differences.ts';
import { keptSecret } from '../derive/kept.ts';
import type { FieldChange } from '../model/plan.ts';
import { SecretReference } from '../model/secret.ts';
import type { Json, Path, Value } from '../model/value.ts';
import { at, fieldChange } from './change.ts';
import { sameAsKept } from './same-as-kept.ts';
import type { FieldSides } from './three-way.ts';

export interface SortedLeaves {
  /** YAML says one thing, live another. */
  readonly declared: readonly FieldChange[];
  /** We applied it, live has it, YAML no longer does. */
  readonly removed: readonly FieldChange[];
  /** Live has it, YAML never said anything of it. */
  readonly rest: {
    /** It goes when the module is sent, and it is more than a default that the server filled in. */
    readonly wiped: readonly FieldChange[];
    /** It is not what we observed. */
    readonly drifted: readonly FieldChange[];
  };
  readonly notCompared: readonly FieldChange[];
  /** A secret among `declared` has another value, or its reference another name. */
  readonly isRotated: boolean;
}

/** The leaves of one field in which live is not what YAML says, by why. */
export function sortLeaves(sides: FieldSides, wanted: Value): SortedLeaves {
  const { name, field, now, desired, eyes } = sides;
  const found = differences(
    { [name]: field },
    now === undefined ? {} : { [name]: now },
    { [name]: wanted },
    eyes.secrets,
  );
  const declared: FieldChange[] = [];
  const removed: FieldChange[] = [];
  const wiped: FieldChange[] = [];
  const drifted: FieldChange[] = [];
  const notCompared: FieldChange[] = [];
  let isRotated = false;
  for (const difference of found) {
    const { path } = difference;
    if (difference.verdict === 'unknown') {
      const note = renaming(sides, difference);
      if (note === undefined) {
        notCompared.push(
          fieldChange(difference, {
            cause: 'configuration',
            desired,
            note: whyNotCompared(difference, eyes),
          }),
        );
      } else {
        isRotated = true;
        declared.push(fieldChange(difference, { cause: 'configuration', desired, note }));
      }
    } else if (isDeclared({ [name]: wanted }, path)) {
      const change = fieldChange(difference, { cause: 'configuration', desired });
      isRotated ||= change.isSecret;
      declared.push(change);
    } else if (at(sides.entry.applied, path) !== undefined) {
      removed.push(fieldChange(difference, { cause: 'removed' }));
    } else {
      const change = fieldChange(difference, { cause: 'replaced-whole' });
      const isObserved = sameAsKept(
        difference.field,
        difference.before,
        at(sides.entry.observed, path) as Json | undefined,
        eyes,
        path,
      );
      if (!isObserved) drifted.push({ ...change, cause: 'outside' });
      // After a write of ours without it, what was observed is the default that comes back by itself.
      if (sides.applied === undefined || !isObserved) wiped.push(change);
    }
  }
  return { declared, removed, rest: { wiped, drifted }, notCompared, isRotated };
}

/** Whether YAML says something at this path: a value there, or a list or map above it that is replaced whole. */
function isDeclared(wanted: Value, path: Path): boolean {
  let value: Value | undefined = wanted;
  for (const [index, step] of path.entries()) {
    if (typeof value !== 'object' || value === null || value instanceof SecretReference) return true;
    const next: Value | undefined = (value as Readonly<Record<string, Value>>)[String(step)];
    // A key of a header map is the last step: the map itself was declared.
    if (next === undefined) return index > 0 && isHeaderMap(path, index);
    value = next;
  }
  return true;
}

function isHeaderMap(path: Path, index: number): boolean {
  return index === path.length - 1 && path[index - 1] === 'add';
}

/** Why a secret that cannot be compared must be sent all the same: its reference has another name, or its fingerprint. */
function renaming({ entry, eyes }: FieldSides, { path, after }: Difference): string | undefined {
  const kept = keptSecret(at(entry.applied, path) as Json | undefined);
  if (!(after instanceof SecretReference) || kept === undefined) return undefined;
  if (kept.template !== undefined && kept.template !== after.template) {
    return `the reference was \`${kept.template}\` and is \`${after.template}\` now`;
  }
  const resolved = after.resolve(eyes.secrets);
  if ('missing' in resolved || kept.fingerprint === undefined) return undefined;
  const print = eyes.fingerprint?.(path, resolved.value);
  return print === undefined || print === kept.fingerprint
    ? undefined
    : 'rotated: the value has another fingerprint';
}

function whyNotCompared({ after }: Difference, { secrets }: FieldSides['eyes']): string {
  if (!(after instanceof SecretReference)) return 'not compared';
  const resolved = after.resolve(secrets);
  if ('missing' in resolved) return `not compared: ${resolved.missing.join(', ')} is not set`;
  return 'not compared: the API does not show it';
}
