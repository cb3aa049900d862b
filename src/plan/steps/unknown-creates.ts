/**
 * Blocks creates whose identity an unresolved create may already have. A create whose response was lost may have made
 * an object. Routes cannot be listed, and a list may be incomplete for a while, so no object with the same identity is
 * created until a person or a list settles it. An adoption settles it as well.
 */
import type { Step } from '../../model/plan/step.ts';
import type { Remedy } from '../../model/facts/remedy.ts';
import { kindIdentityKeys } from '../../derive/forms/identity.ts';
import { settlingEnd } from '../../derive/forms/settling.ts';
import { kinds } from '../../kinds/index.ts';
import type { UnknownCreate } from '../../model/ledger/ledger.ts';
import type { Address } from '../../model/workspace.ts';
import { itemsBy } from '../../text/items-by.ts';
import type { Planning } from '../input.ts';
import { makeStep } from './step.ts';

type Unknown = readonly [Address, UnknownCreate];

/** Replaces each conflicting create by a blocked step, and adds one for each remaining unknown create. */
export function blockUnknown(planning: Planning, steps: readonly Step[]): readonly Step[] {
  const unknowns = Object.entries(planning.ledger.unknown ?? {}) as Unknown[];
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
  unknowns: readonly Unknown[],
): Unknown | undefined {
  if (action !== 'create' && formerly === undefined) return undefined;
  const [same] = byAddress(unknowns, address);
  if (action !== 'create' || same !== undefined) return same;
  const [like] = kindIdentityKeys(kind, desired).flatMap((key) => byIdentity(unknowns, key));
  return like;
}

const byAddress = itemsBy<Unknown>(([address]) => [address]);
const byIdentity = itemsBy<Unknown>(([, { kind, identity }]) => kindIdentityKeys(kind, identity));

function blockedStep(
  planning: Planning,
  step: Pick<Step, 'address' | 'kind' | 'origin'>,
  [address, create]: Unknown,
): Step {
  const { since, newer } = create;
  return makeStep(planning, {
    address: step.address,
    kind: step.kind,
    ...(step.origin === undefined ? {} : { origin: step.origin }),
    action: 'blocked',
    reason:
      newer === undefined
        ? { code: 'outcome-unknown', other: address, since }
        : { code: 'ledger-older', other: address, newer },
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
  // A time in the future is of a clock that was ahead, and may be far away.
  const isAhead = now !== undefined && since > now.toISOString();
  const isSettling = kind === 'endpoint' && now !== undefined && now.toISOString() < until;
  if (isSettling && !isAhead) return [{ code: 'plan-later', until }];
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
