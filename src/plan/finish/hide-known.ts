import type { Step } from '../../model/plan/step.ts';
import type { PlannedRequest } from '../../model/plan/request.ts';
import type { FieldChange } from '../../model/plan/change.ts';
import { knownValues } from '../../derive/secrets/known-values.ts';
import { maskedValue } from '../../derive/forms/masked.ts';
import { Secret, SecretReference, type SecretLookup } from '../../model/secret.ts';
import type { Json, Spec, Value } from '../../model/value.ts';

interface KnownValues {
  /** Secrets that may be set in this process. */
  readonly names: Iterable<string>;
  readonly lookup: SecretLookup;
  /** Live values at places where the files or the ledger have a secret, whether or not it is set here. */
  readonly seen: () => readonly Secret[];
}

/**
 * Hides each string in the steps that contains the value of a known secret: one that is set here, or one returned in
 * clear where the ledger keeps a secret. Such a value may have been copied into a description, outside Edgewright or in
 * the files, and a plan has more readers than the secret. The data that is sent does not change.
 */
export function hideKnown(steps: readonly Step[], { names, lookup, seen }: KnownValues): readonly Step[] {
  // Secrets are looked up only if a value would be shown.
  if (!steps.some(showsValue)) return steps;
  const isKnownIn = knownValues(names, lookup, seen());
  if (isKnownIn === undefined) return steps;
  const hide = (value: Value): Value => hidden(value, isKnownIn);
  return steps.map((step) => {
    const changes = mapped(step.changes, (change) => hiddenChange(change, hide));
    const requests = mapped(step.requests, (request) => hiddenRequest(request, hide));
    return changes === step.changes && requests === step.requests ? step : { ...step, changes, requests };
  });
}

function showsValue({ changes, requests }: Step): boolean {
  return requests.length > 0 || changes.some(({ isSecret }) => !isSecret);
}

function hiddenChange(change: FieldChange, hide: (value: Value) => Value): FieldChange {
  const { before, after } = change;
  const [was, is] = [before, after].map((side) => (side === undefined ? undefined : hide(side)));
  if (was === before && is === after) return change;
  const shown = (side: Value | undefined): Json | undefined =>
    side === undefined ? side : maskedValue(side);
  return {
    ...change,
    ...(before === undefined ? {} : { before: shown(was) ?? null }),
    ...(after === undefined ? {} : { after: shown(is) ?? null }),
    isSecret: true,
  };
}

function hiddenRequest(request: PlannedRequest, hide: (value: Value) => Value): PlannedRequest {
  const { body } = request;
  if (body === undefined) return request;
  const now = hide(body);
  return now === body ? request : { ...request, body: now as Spec };
}

/** Returns the same value if there is no secret in it. */
function hidden(value: Value, isKnownIn: (text: string) => boolean): Value {
  if (typeof value === 'string') return isKnownIn(value) ? new Secret(value) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Secret || value instanceof SecretReference) return value;
  if (Array.isArray(value)) return mapped(value as readonly Value[], (item) => hidden(item, isKnownIn));
  const entries: readonly (readonly [string, Value])[] = Object.entries(value);
  const now = mapped(entries, (entry) => {
    const item = hidden(entry[1], isKnownIn);
    return item === entry[1] ? entry : ([entry[0], item] as const);
  });
  return now === entries ? value : Object.fromEntries(now);
}

/** Returns the same array if no item changes. */
function mapped<Item>(items: readonly Item[], change: (item: Item) => Item): readonly Item[] {
  const now = items.map(change);
  return now.every((item, index) => item === items[index]) ? items : now;
}
