/**
 * Blocks creates whose identity an unresolved create may already have. A create whose response was lost may have made
 * an object. Routes cannot be listed, and a list may be incomplete for a while, so no object with the same identity is
 * created until a person or a list settles it. An adoption settles it as well.
 */
import type { Step } from '../../model/plan/step.ts';
import type { Remedy } from '../../model/facts/remedy.ts';
import { identityKeys } from '../../derive/forms/identity.ts';
import { settlingEnd } from '../../derive/forms/settling.ts';
import { kinds } from '../../kinds/index.ts';
import type { UnknownCreate } from '../../model/ledger.ts';
import type { Spec } from '../../model/value.ts';
import type { Address } from '../../model/workspace.ts';
import type { Planning } from '../input.ts';
import { makeStep } from './step.ts';

type Unknowns = readonly (readonly [Address, UnknownCreate])[];

/** Replaces each conflicting create by a blocked step, and adds one for each remaining unknown create. */
export function blockUnknown(planning: Planning, steps: readonly Step[]): readonly Step[] {
  const unknowns = Object.entries(planning.ledger.unknown ?? {}) as [Address, UnknownCreate][];
  if (unknowns.length === 0) return steps;
  const settling = new Set(steps.flatMap(({ action, address }) => (action === 'adopt' ? [address] : [])));
  const open = unknowns.filter(([address]) => !settling.has(address));
  const decided = steps.map((step) => {
    const found = inTheWay(step, open);
    return found === undefined ? step : blockedStep(planning, step, found);
  });
  const known = new Set(decided.flatMap(({ unknown }) => unknown?.address ?? []));
  const left = open.filter(([address]) => !known.has(address));
  return [
    ...decided,
    ...left.map(([address, create]) =>
      blockedStep(planning, { address, kind: create.kind }, [address, create]),
    ),
  ];
}

/**
 * The unknown create with the same address or the same identity. A renamed object must not take the address either: its
 * entry would count as that of the create.
 */
function inTheWay(
  { action, address, formerly, kind, desired = {} }: Step,
  unknowns: Unknowns,
): Unknowns[number] | undefined {
  if (action !== 'create' && formerly === undefined) return undefined;
  const same = unknowns.find(([other]) => other === address);
  if (action !== 'create') return same;
  const keys = new Set(identityKeys(kind, desired));
  return (
    same ??
    unknowns.find(
      ([, create]) =>
        create.kind === kind && identityKeys(kind, create.identity as Spec).some((key) => keys.has(key)),
    )
  );
}

function blockedStep(
  planning: Planning,
  step: Pick<Step, 'address' | 'kind' | 'origin'>,
  [address, create]: Unknowns[number],
): Step {
  const { since } = create;
  return makeStep(planning, {
    address: step.address,
    kind: step.kind,
    ...(step.origin === undefined ? {} : { origin: step.origin }),
    action: 'blocked',
    reason: { code: 'outcome-unknown', other: address, since },
    unknown: { address, since },
    remedies: remediesOf(planning, address, create),
  });
}

function remediesOf(
  { environment, placeFlags = '', now }: Planning,
  address: Address,
  { kind, identity, since }: UnknownCreate,
): readonly Remedy[] {
  const until = settlingEnd(since);
  // After that time a list without it proves that it does not exist, and no person is needed.
  if (kind === 'endpoint' && now !== undefined && now.toISOString() < until)
    return [{ code: 'plan-later', until }];
  const resolve = `edgewright resolve ${address} --env ${environment.name}${placeFlags}`;
  const looked = kinds[kind].identity.fields.flatMap((name) => {
    const value = identity[name];
    return value === undefined ? [] : [`${name}: ${JSON.stringify(value)}`];
  });
  return [
    {
      code: 'look-for',
      where: kinds[kind].operations.list === undefined ? 'dashboard' : 'list',
      identity: looked,
    },
    { code: 'resolve-adopt', command: `${resolve} --adopt <id>` },
    { code: 'resolve-absent', command: `${resolve} --absent` },
  ];
}
