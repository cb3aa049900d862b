import { hashOf } from '../../text/hash.ts';
import { maskedValue } from '../../derive/forms/masked.ts';
import type { Desired } from '../../model/desired.ts';
import type { Plan } from '../../model/plan/plan.ts';
import { version } from '../../version.ts';
import type { GateFlags } from '../cli/options.ts';

interface PlanToBind {
  readonly plan: Plan;
  readonly desired: readonly Desired[];
  /** The origin of the API that was read. */
  readonly api: string;
  readonly flags: GateFlags & { readonly only?: readonly string[] };
}

/** Adds the plan's binding, for the JSON document and for `--save`. */
export function boundPlan({ plan, desired, api, flags }: PlanToBind): Plan {
  const { only = [], allowExposure = [], allowRevert, allowDeletes, allowChangedPercent, allowEmpty } = flags;
  return {
    ...plan,
    bound: {
      tool: version,
      api,
      desired: desiredHash(desired),
      only,
      allowed: {
        exposure: allowExposure,
        ...(allowRevert === undefined ? {} : { revert: allowRevert }),
        ...(allowDeletes === undefined ? {} : { deletes: allowDeletes }),
        ...(allowChangedPercent === undefined ? {} : { changedPercent: allowChangedPercent }),
        ...(allowEmpty === true ? { empty: true } : {}),
      },
    },
  };
}

/** Hash over all declared resources, masked; independent of the order of the files. */
export function desiredHash(desired: readonly Desired[]): string {
  return hashOf(Object.fromEntries(desired.map(({ address, spec }) => [address, maskedValue(spec)])));
}
