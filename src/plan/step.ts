import { shortHash } from '../derive/hash.ts';
import { matchesGlob } from '../derive/only.ts';
import type { Desired } from '../model/desired.ts';
import type { FieldChange, PlanOrigin, PlannedRequest, Step } from '../model/plan.ts';
import { SecretReference, type SecretLookup } from '../model/secret.ts';
import type { Path, Value } from '../model/value.ts';
import type { Address, Settings } from '../model/workspace.ts';
import { lineColumn } from '../workspace/position.ts';
import { isRotatedNote } from './rotated.ts';

type Given = Pick<Step, 'action' | 'address' | 'kind' | 'reason'> & Partial<Step>;

/** A step with what every step has: the hash over its masked change, the secrets it lacks, whether it is protected. */
export function makeStep(
  { settings, secrets }: { readonly settings: Pick<Settings, 'safety'>; readonly secrets: SecretLookup },
  given: Given,
  about: HashAbout = {},
): Step {
  const requests = given.requests ?? [];
  const changes = given.changes ?? [];
  return {
    changes,
    requests,
    waysOut: [],
    missingSecrets: missingSecrets(requests, secrets),
    isProtected: isProtected(settings, given.address),
    ...given,
    hash: changeHash(given, changes, about),
  };
}

interface HashAbout {
  /** What is decided, where that is not the action: a `drift` asks for a `revert`, and becomes an `update` by it. */
  readonly label?: string;
  /** What makes a yes good for one time only: the id of the object, or when it was last observed. */
  readonly seed?: string;
}

/** Over what will be different, masked: the same decision has the same hash in every plan (DESIGN 5). */
function changeHash(
  { action, address }: Given,
  changes: readonly FieldChange[],
  { label = action, seed = '' }: HashAbout,
): string {
  return shortHash({
    label,
    address,
    seed,
    changes: changes.map(({ path, before = null, after = null, note }) => [
      path,
      before,
      after,
      isRotatedNote(note) ? null : (note ?? null),
    ]),
  });
}

function missingSecrets(requests: readonly PlannedRequest[], secrets: SecretLookup): readonly string[] {
  const names = new Set<string>();
  const look = (value: Value): void => {
    if (value instanceof SecretReference) {
      for (const name of value.names) if (secrets(name) === undefined) names.add(name);
    } else if (typeof value === 'object' && value !== null)
      Object.values(value).forEach((item) => look(item as Value));
  };
  for (const { body } of requests) if (body !== undefined) look(body);
  return [...names].sort();
}

export function isProtected({ safety }: Pick<Settings, 'safety'>, address: Address): boolean {
  return safety.protect.some((glob) => matchesGlob(glob, address));
}

const origins = new WeakMap<Desired, PlanOrigin>();

/** Where a resource was written. A plan asks for it while it waits for the API, and again for every step. */
export function resourceOrigin(desired: Desired): PlanOrigin {
  const known = origins.get(desired) ?? originOf(desired, []);
  origins.set(desired, known);
  return known;
}

/** Where a value of a resource was written. */
export function originOf(desired: Desired, path: Path): PlanOrigin {
  const { place, layer } = desired.originOf(path);
  const { line, column } = lineColumn(place.source, place.start);
  const file = place.source.path;
  return layer === 'spec' ? { file, line, column } : { file, line, column, layer };
}

export function keyOf({ id, edge_id }: { readonly id: string; readonly edge_id?: string }): {
  readonly id: string;
  readonly edge_id?: string;
} {
  return edge_id === undefined ? { id } : { id, edge_id };
}
