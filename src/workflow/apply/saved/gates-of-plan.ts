import type { GateFlags } from '../../../cli/options.ts';
import type { Io } from '../../../model/io.ts';
import type { Opened } from '../../../saved/plan/read-saved.ts';

/** The gate overrides for a saved plan: those in a signed plan apply; in an unsigned one anyone may have added them. */
export function gatesOfPlan(io: Io, { plan, signature }: Opened, flags: GateFlags): GateFlags {
  const { exposure, deletes, changed_percent: percent, empty } = plan.bound.allowed;
  const isEmpty =
    exposure.length === 0 && deletes === undefined && percent === undefined && empty === undefined;
  if (signature === 'valid') {
    return {
      allowExposure: [...exposure, ...(flags.allowExposure ?? [])],
      ...numberOf('allowDeletes', flags.allowDeletes ?? deletes),
      ...numberOf('allowChangedPercent', flags.allowChangedPercent ?? percent),
      ...numberOf('allowMissing', flags.allowMissing),
      ...(empty === true || flags.allowEmpty === true ? { allowEmpty: true } : {}),
    };
  }
  io.stderr(
    signature === 'none'
      ? 'note: the plan is not signed: anyone who can write the file can choose which steps are applied\n'
      : 'note: the signature of the plan was not checked: EDGEWRIGHT_PLAN_KEY is not set\n',
  );
  if (!isEmpty) io.stderr('note: its --allow flags are ignored for that reason: give them again\n');
  return flags;
}

function numberOf(
  name: 'allowDeletes' | 'allowChangedPercent' | 'allowMissing',
  value: number | undefined,
): GateFlags {
  return value === undefined ? {} : { [name]: value };
}
