/** Remedies for steps that cannot be done or report drift. */
import { refOf } from '../../derive/forms/object-ids.ts';
import type { Step } from '../../model/plan/step.ts';
import type { Remedy } from '../../model/facts/remedy.ts';
import type { Desired } from '../../model/desired.ts';
import type { Live } from '../../model/live.ts';
import type { Address } from '../../model/workspace/address.ts';
import type { KindName } from '../../kinds/kind.ts';
import type { PlanInput } from '../input.ts';

type Where = Pick<PlanInput, 'placeFlags'> & { readonly environment: Pick<PlanInput['environment'], 'name'> };

export function pullLine(address: string, { environment, placeFlags = '' }: Where): string {
  return `edgewright pull ${address} --env ${environment.name}${placeFlags}`;
}

/** Remedies for an outside change. If the files changed as well, `pull` needs `--overwrite`. */
export function driftRemedies({ address, hash, action }: Step, where: Where): readonly Remedy[] {
  const pull = pullLine(address, where);
  return [
    action === 'drift'
      ? { code: 'pull', command: pull }
      : { code: 'pull-over', command: `${pull} --overwrite` },
    {
      code: 'revert',
      ...{ address, environment: where.environment.name, change: hash },
      command: `edgewright apply --env ${where.environment.name}${where.placeFlags ?? ''} --allow-revert ${address}`,
    },
  ];
}

/** Remedies for a kind that cannot be updated. */
export function dashboardFirst({ address, kind }: Desired, where: Where): readonly Remedy[] {
  const command = `${pullLine(address, where)} --overwrite`;
  return [
    { code: 'change-in-dashboard' },
    { code: 'pull-over', command },
    { code: 'second-resource', address, kind },
  ];
}

export function movedRemedies({ address }: Desired, field: string): readonly Remedy[] {
  return [{ code: 'second-route' }, { code: 'keep-parent', address, field }];
}

export function removedRemedies(address: Address, kind: KindName): readonly Remedy[] {
  return [
    { code: 'delete-in-dashboard' },
    ...(kind === 'https-route' ? [{ code: 'retire' as const, address }] : []),
    { code: 'forget', address },
  ];
}

export function secretRemedies(address: Address): readonly Remedy[] {
  return [{ code: 'set-secret' }, { code: 'disable-bare', address }];
}

export function goneRemedies(
  { address, hash }: Step,
  { sameIdentity, isFree }: { readonly sameIdentity: readonly Live[]; readonly isFree: boolean },
  where: Where,
): readonly Remedy[] {
  const environment = where.environment.name;
  return [
    ...sameIdentity.map((twin): Remedy => {
      const ref = refOf(twin);
      return { code: 'adopt-successor', id: twin.id, command: pullLine(ref, where), address, ref };
    }),
    { code: 'remove-from-files' },
    ...(isFree ? [{ code: 'recreate' as const, address, environment, change: hash }] : []),
  ];
}
