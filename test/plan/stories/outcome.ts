import type { Field } from '../../../src/kinds/field.ts';
import { fieldAt } from '../../../src/derive/forms/fields.ts';
import { maskedValue } from '../../../src/derive/forms/masked.ts';
import type { KindName } from '../../../src/kinds/kind.ts';
import type { ChangeCause } from '../../../src/model/plan/change.ts';
import type { Plan } from '../../../src/model/plan/plan.ts';
import type { StepAction } from '../../../src/model/plan/step.ts';
import type { Json, JsonObject } from '../../../src/model/value.ts';

/** The expected plan of one resource. Exposure is included only if the role of the module decides it. */
export interface Outcome {
  /** `keep`: nothing is done, and nothing is shown. */
  readonly action: StepAction;
  /** As `path: before -> after [cause]`, sorted. */
  readonly changes: readonly string[];
  /** The body of its request; undefined where nothing is sent. */
  readonly body: JsonObject | undefined;
  readonly missingSecrets: readonly string[];
  readonly notes: readonly string[];
  readonly isRefusedAsWeaker?: boolean;
}

const told = new Set(['secret', 'taken-over', 'undeclared-drift', 'unmanaged-module']);

/** The outcome of an actual plan, reduced to the parts that a story predicts. */
export function outcomeOf({ steps: [step, ...more], notes, refusals }: Plan): Outcome {
  if (step === undefined || more.length > 0) throw new Error('a story has one step');
  const { metadata: _marker, ...body } = maskedValue(step.requests[0]?.body ?? {}) as JsonObject;
  return {
    action: step.action,
    changes: step.changes
      .map(({ path, before, after, cause }) => changeLine(path, before, after, cause))
      .sort(),
    body: step.requests.length === 0 ? undefined : body,
    missingSecrets: step.missingSecrets,
    notes: notes.map(({ topic }) => topic).filter((topic) => told.has(topic)),
    isRefusedAsWeaker:
      step.exposure?.direction === 'weaker' && refusals.some(({ gate }) => gate === 'exposure'),
  };
}

export function changeLine(
  path: string,
  before: Json | undefined,
  after: Json | undefined,
  cause: ChangeCause,
): string {
  const [one, other] = [before, after].map((value) =>
    value === undefined ? 'nothing' : JSON.stringify(value),
  );
  return `${path}: ${one} -> ${other} [${cause}]`;
}

/**
 * The changes from the live to the declared module, leaf by leaf: a list is one value, a map one for each entry. Fields
 * that the files do not declare have the cause `otherwise`. A live secret is shown as `(secret)`.
 */
export function changesBetween(
  kind: KindName,
  live: JsonObject,
  files: JsonObject,
  { otherwise, declared = 'configuration' }: { otherwise: ChangeCause; declared?: ChangeCause },
): readonly string[] {
  const [before, after] = [leavesOf(live), leavesOf(files)];
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((path) => {
    const [one, other] = [before.get(path), after.get(path)];
    if (JSON.stringify(one) === JSON.stringify(other)) return [];
    const shown = isSecret(fieldAt(kind, path.split('.')), one) ? '(secret)' : one;
    return [changeLine(path, shown, other, other === undefined ? otherwise : declared)];
  });
}

function isSecret(field: Field | undefined, value: Json | undefined): boolean {
  const isSecretField = field?.type === 'string' && field.secret === true;
  return value !== undefined && (isSecretField || JSON.stringify(value).includes('$(secret:'));
}

function leavesOf(value: Json, path = ''): ReadonlyMap<string, Json> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return new Map([[path, value]]);
  const inner = Object.entries(value).flatMap(([name, item]) => [
    ...leavesOf(item, path === '' ? name : `${path}.${name}`),
  ]);
  return new Map(inner);
}
