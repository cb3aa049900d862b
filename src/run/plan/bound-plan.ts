import type { Plan, PlanBinding } from '../../model/plan/plan.ts';
import type { Desired } from '../../model/desired.ts';
import type { GateFlags } from '../cli/options.ts';
import { version } from '../../version.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';
import { hashOf } from '../../text/hash.ts';
import { maskedValue } from '../../derive/forms/masked.ts';

interface PlanToBind {
  readonly plan: Plan;
  readonly desired: readonly Desired[];
  /** The origin of the API that was read. */
  readonly api: string;
  readonly flags: GateFlags & { readonly only?: readonly string[] };
}

/** Adds the plan's binding, for the JSON document and for `--save`. */
export function boundPlan({ plan, desired, api, flags }: PlanToBind): Plan {
  const { only = [] } = flags;
  const bound = { tool: version, api, desired: desiredHash(desired), only, allowed: allowedBy(flags) };
  return { ...plan, bound };
}

/** The allowances of the flags; absent keys stay absent, as the document of a plan has them. */
export function allowedBy({
  allowExposure: exposure = [],
  allowRevert: revert,
  allowDeletes: deletes,
  allowChangedPercent: changedPercent,
  allowEmpty,
}: GateFlags): PlanBinding['allowed'] {
  return {
    exposure,
    ...withoutUndefined({ revert, deletes, changedPercent }),
    ...(allowEmpty === true ? { empty: true } : {}),
  };
}

/** Hash over all declared resources, masked; independent of the order of the files. */
export function desiredHash(desired: readonly Desired[]): string {
  return hashOf(Object.fromEntries(desired.map(({ address, spec }) => [address, maskedValue(spec)])));
}
