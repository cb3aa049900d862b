import { shortHash } from '../derive/hash.ts';
import { maskedValue } from '../derive/masked.ts';
import { matchesGlob } from '../derive/only.ts';
import type { Desired } from '../model/desired.ts';
import type { FieldChange, PlanOrigin, PlannedRequest, Step, StepAction } from '../model/plan.ts';
import { SecretReference, type SecretLookup } from '../model/secret.ts';
import type { Json, Path, Value } from '../model/value.ts';
import type { Address, Settings } from '../model/workspace.ts';
import { lineColumn } from '../workspace/position.ts';

type Given = Pick<Step, 'action' | 'address' | 'kind' | 'reason'> & Partial<Step>;

/** A step with what every step has: the hash over its masked change, the secrets it lacks, whether it is protected. */
export function makeStep(
  { settings, secrets }: { readonly settings: Pick<Settings, 'safety'>; readonly secrets: SecretLookup },
  given: Given,
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
    hash: changeHash(given.action, given.address, changes, requests),
  };
}

/** Over what will be different, masked: the same decision has the same hash in every plan (DESIGN 5). */
function changeHash(
  action: StepAction,
  address: Address,
  changes: readonly FieldChange[],
  requests: readonly PlannedRequest[],
): string {
  return shortHash({
    action,
    address,
    changes: changes.map(({ path, before, after, note }) => [
      path,
      before ?? null,
      after ?? null,
      note ?? null,
    ]),
    requests: requests.map(({ method, path, body }): Json => [
      method,
      path,
      body === undefined ? null : maskedValue(body),
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

/** Where a resource, or a value of it, was written. */
export function originOf(desired: Desired, path: Path = []): PlanOrigin {
  const { place, layer } = desired.originOf(path);
  const { line, column } = lineColumn(place.source, place.start);
  return { file: place.source.path, line, column, ...(layer === 'spec' ? {} : { layer }) };
}

export function keyOf({ id, edge_id }: { readonly id: string; readonly edge_id?: string }): {
  readonly id: string;
  readonly edge_id?: string;
} {
  return edge_id === undefined ? { id } : { id, edge_id };
}
