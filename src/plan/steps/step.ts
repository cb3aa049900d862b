import { rememberEach } from '../../text/remember-last.ts';
import type { Step } from '../../model/plan/step.ts';
import type { FieldChange, PlanOrigin } from '../../model/plan/change.ts';
import { changeId } from '../../derive/compare/change-id.ts';
import { sentSecretNames } from '../../derive/secrets/secret-references.ts';
import { matchesGlob } from '../../text/patterns/glob.ts';
import type { Desired } from '../../model/desired.ts';
import type { Json, Path } from '../../model/value.ts';
import type { Address, AllowedDecision, Settings } from '../../model/workspace.ts';
import { lineColumn } from '../../text/line-column.ts';
import type { PlanInput } from '../input.ts';

type StepFields = Pick<Step, 'action' | 'address' | 'kind' | 'reason'> & Partial<Step>;

/** A step with the common fields filled in: its change id, missing secrets, and whether it is protected. */
export function makeStep(planning: DecisionInput, given: StepFields, about: CoveredChange = {}): Step {
  const { settings, secrets } = planning;
  const requests = given.requests ?? [];
  const changes = given.changes ?? [];
  const { allow = given.action === 'delete' ? 'delete' : 'exposure', covers = changes } = about;
  return {
    changes,
    requests,
    remedies: [],
    missingSecrets: [...sentSecretNames(requests)].filter((name) => secrets(name) === undefined).sort(),
    isProtected: isProtected(settings, given.address),
    ...given,
    hash: decisionId(planning, given, allow, covers),
  };
}

type DecisionInput = Pick<PlanInput, 'ledger' | 'secrets'> & { readonly settings: Pick<Settings, 'safety'> };

interface CoveredChange {
  /** The decision, if it differs from the action: a `drift` asks for a `revert`, which makes it an update. */
  readonly allow?: AllowedDecision;
  /** The changes covered by the decision, if they differ from those shown. */
  readonly covers?: readonly FieldChange[];
}

/** The id of a decision about an object, computed from all values that will change. */
export function decisionId(
  { ledger }: Pick<PlanInput, 'ledger'>,
  { address, id, edge_id }: Pick<Step, 'address' | 'id' | 'edge_id'>,
  allow: AllowedDecision,
  covers: readonly FieldChange[],
): string {
  // Changes visible only with secret values are left out, unless sending secrets is the decision.
  const values = covers.filter(({ isByValue }) => isByValue !== true || allow === 'write-secret');
  return changeId(ledger, { address, id, edge_id, allow, values: values.map(factOf) });
}

function factOf({ fact, path, before = null, after = null }: FieldChange): Json {
  return fact ?? [path, before, after];
}

export function isProtected({ safety }: Pick<Settings, 'safety'>, address: Address): boolean {
  return safety.protect.some((glob) => matchesGlob(glob, address));
}

/** Where a resource is declared. Cached: needed while waiting for the API, and again for each step. */
export const resourceOrigin = rememberEach((desired: Desired) => originOf(desired, []));

/** Where a value of a resource is declared. */
export function originOf(desired: Desired, path: Path): PlanOrigin {
  const { place, layer, through } = desired.originOf(path);
  const { line, column } = lineColumn(place.source, place.start);
  const file = place.source.path;
  const files = new Set(through.flatMap((source) => source.place?.source.path ?? []));
  files.delete(file);
  return {
    ...{ file, line, column },
    ...(layer === 'spec' ? {} : { layer }),
    ...(path.length === 0 || files.size === 0 ? {} : { through: [...files] }),
  };
}

export function objectKey({ id, edge_id }: { readonly id: string; readonly edge_id?: string }): {
  readonly id: string;
  readonly edge_id?: string;
} {
  return edge_id === undefined ? { id } : { id, edge_id };
}
