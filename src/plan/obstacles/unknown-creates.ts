import { kindIdentityKeys } from '../../derive/forms/identity.ts';
import { settlingEnd } from '../../derive/forms/settling.ts';
import { kinds } from '../../kinds/index.ts';
import type { Remedy } from '../../model/facts/remedy.ts';
import type { UnknownCreate } from '../../model/ledger/ledger.ts';
import type { Step } from '../../model/plan/step.ts';
import type { Address } from '../../model/workspace/address.ts';
import { itemsBy } from '../../text/lists/items-by.ts';
import type { Planning } from '../input.ts';
import { blockedStep, type Obstacle, type ObstacleFinder } from './obstacle.ts';

type Unknown = readonly [Address, UnknownCreate];

/**
 * The identity of a create may already have an unresolved one. A create whose response was lost may have made an
 * object. Routes cannot be listed, and a list may be incomplete for a while, so no object with the same identity is
 * created until a person or a list settles it. An adoption settles it as well.
 */
export const unknownCreate: ObstacleFinder = ({ planning, steps, rest }) => {
  const open = openCreates(planning, [...steps, ...rest]);
  if (open.length === 0) return undefined;
  return (step) => {
    const found = inTheWay(step, open);
    return found && unresolved(planning, found);
  };
};

/** The steps, and a blocked one for each unresolved create that is in the way of none of them. */
export function withUnknownCreates(planning: Planning, steps: readonly Step[]): readonly Step[] {
  const open = openCreates(planning, steps);
  if (open.length === 0) return steps;
  const known = new Set(steps.map((step) => inTheWay(step, open)));
  const left = open.filter((unknown) => !known.has(unknown));
  return [
    ...steps,
    ...left.map((unknown) =>
      blockedStep(planning, { address: unknown[0], kind: unknown[1].kind }, unresolved(planning, unknown)),
    ),
  ];
}

function openCreates({ ledger: { unknown = {} } }: Planning, steps: readonly Step[]): readonly Unknown[] {
  const unknowns = Object.entries(unknown) as Unknown[];
  if (unknowns.length === 0) return unknowns;
  const settling = new Set(steps.flatMap(({ action, address }) => (action === 'adopt' ? [address] : [])));
  return unknowns.filter(([address]) => !settling.has(address));
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

function unresolved(planning: Planning, [other, create]: Unknown): Obstacle {
  const { since, newer, answered } = create;
  return {
    reason:
      newer !== undefined
        ? { code: 'ledger-older', other, newer }
        : answered !== undefined
          ? { code: 'outcome-unproven', other, since, id: answered }
          : { code: 'outcome-unknown', other, since },
    unknown: { address: other, since },
    remedies: remediesOf(planning, other, create),
  };
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
