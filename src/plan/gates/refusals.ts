import type { Step } from '../../model/plan/step.ts';
import type { Refusal } from '../../model/plan/plan.ts';
import { approvalFor, type Limit, type Planning } from '../input.ts';

/**
 * The gates of a plan. They check all steps, including those that `--only` leaves out, and also the exposure that
 * arises if only the chosen steps are done.
 */
export function refusalsOf(
  planning: Planning,
  steps: readonly Step[],
  chosen: readonly Step[],
): readonly Refusal[] {
  return [
    emptyWorkspace(planning),
    exposure(planning, [...steps, ...chosen]),
    deletes(planning, steps),
    changedPercent(planning, steps),
    protect(planning, steps),
  ].filter((refusal) => refusal !== undefined);
}

/** A glob that no longer matches any file, or a wrong folder, would otherwise mean "delete all". */
function emptyWorkspace({ allow, desired, environment, ledger }: Planning): Refusal | undefined {
  if (desired.length > 0 || allow.empty === true) return undefined;
  const addresses = Object.keys(ledger.resources).sort() as Refusal['addresses'][number][];
  if (addresses.length === 0) return undefined;
  return {
    gate: 'empty',
    fact: { code: 'nothing-declared', environment: environment.name },
    addresses,
  };
}

function exposure({ environment }: Planning, steps: readonly Step[]): Refusal | undefined {
  const exposed = steps.filter((step) => step.exposure?.isAllowed === false);
  const open = [...new Map(exposed.map((step) => [step.address, step])).values()];
  if (open.length === 0) return undefined;
  const addresses = open.map(({ address }) => address);
  return {
    gate: 'exposure',
    fact: { code: 'less-protected' },
    addresses,
    approvals: open.flatMap(({ address, exposure: found }) =>
      found === undefined
        ? []
        : [{ allow: 'exposure', address, environment: environment.name, change: found.change }],
    ),
  };
}

function deletes(planning: Planning, steps: readonly Step[]): Refusal | undefined {
  const { settings, allow } = planning;
  const most = allow.deletes ?? settings.safety.max_deletes;
  const all = steps.filter(({ action }) => action === 'delete');
  const unapproved = all.filter((step) => !approvalFor(planning, 'delete', step));
  if (unapproved.length <= most) return undefined;
  return {
    gate: 'max_deletes',
    fact: { code: 'too-many-deletes', ...limitOf(planning, 'max_deletes', most) },
    addresses: unapproved.map(({ address }) => address),
    approvals: unapproved.map(({ address, hash }) => ({
      allow: 'delete',
      address,
      environment: planning.environment.name,
      change: hash,
    })),
  };
}

/** The limit; with the looser value of the files if the base has a stricter one. */
function limitOf(
  { loosened, settings }: Planning,
  name: Limit,
  most: number,
): { readonly most: number; readonly here?: number; readonly ref?: string } {
  const here = most === settings.safety[name] ? loosened?.limits[name] : undefined;
  return { most, ...(here === undefined || loosened === undefined ? {} : { here, ref: loosened.ref }) };
}

/** With fewer objects than this, a percentage is meaningless. */
const fewest = 10;

function changedPercent(planning: Planning, steps: readonly Step[]): Refusal | undefined {
  const { ledger, settings, allow } = planning;
  const known = Object.keys(ledger.resources).length;
  if (known < fewest) return undefined;
  const most = allow.changedPercent ?? settings.safety.max_changed_percent;
  const isCounted = ({ action, address, formerly }: Step): boolean =>
    action === 'update' ||
    action === 'delete' ||
    action === 'retire' ||
    (action === 'create' && ledger.resources[formerly ?? address] !== undefined);
  const changed = steps.filter(isCounted);
  const percent = Math.ceil((changed.length / known) * 100);
  if (percent <= most) return undefined;
  return {
    gate: 'max_changed_percent',
    fact: {
      code: 'too-many-changes',
      changed: changed.length,
      known,
      percent,
      ...limitOf(planning, 'max_changed_percent', most),
    },
    addresses: changed.map(({ address }) => address),
  };
}

/** The ledger remembers protection, so deleting the YAML does not lift it. */
function protect({ ledger }: Planning, steps: readonly Step[]): Refusal | undefined {
  const ending = steps.filter(
    ({ action }) => action === 'delete' || action === 'retire' || action === 'forget',
  );
  const guarded = ending.filter(
    ({ address, isProtected, liveHash }) =>
      liveHash !== undefined && (isProtected || ledger.resources[address]?.is_protected === true),
  );
  if (guarded.length === 0) return undefined;
  return {
    gate: 'protect',
    fact: { code: 'protected' },
    addresses: guarded.map(({ address }) => address),
  };
}
