import type { Holder } from '../../routing/holder.ts';
import { isHiddenText } from '../../derive/forms/hidden-text.ts';
import type { KindName } from '../../kinds/kind.ts';
import type { ExposureFact } from '../../model/facts/exposure.ts';
import type { Spec } from '../../model/value.ts';
import type { Move, Moves } from './turns.ts';
import { identityKeys } from '../../derive/forms/identity.ts';

/** Reasons why it is unknown which URLs a step takes: a snapshot hides the url or match of some objects. */
export function unseenPlaces({ moves, still }: Moves): (move: Move) => readonly ExposureFact[] {
  const hidden = new Map<string, Holder[]>();
  const before = moves.flatMap((move) => (move.before === undefined ? [] : [move.before]));
  for (const holder of [...still, ...before]) {
    if (!isHiddenText(holder.spec['match'] ?? holder.spec['url'])) continue;
    const key = sharedKey(holder.kind, holder.spec);
    const known = hidden.get(key);
    if (known === undefined) hidden.set(key, [holder]);
    else known.push(holder);
  }
  return ({ address, before: was, after }) => {
    if (after === undefined || !isTaking(was, after)) return [];
    const there = hidden.get(sharedKey(after.kind, after.spec)) ?? [];
    const others = there.filter((each) => each.address !== address).map((each) => each.address);
    const isOwn = after.kind === 'https-route' && there.some((each) => each.address === address);
    const path = after.kind === 'https-route' ? 'match' : 'url';
    const addresses = others.slice(0, mostNamed);
    return [
      ...(others.length === 0
        ? []
        : [{ code: 'may-take', path, addresses, more: others.length - addresses.length } as const]),
      ...(isOwn ? [{ code: 'own-place-unknown' } as const] : []),
    ];
  };
}

function isTaking(before: Holder | undefined, { kind, spec }: Holder): boolean {
  return before === undefined || identityKeys(kind, before.spec).join() !== identityKeys(kind, spec).join();
}

/** Objects with the same key could serve each other's requests. */
function sharedKey(kind: KindName, { edge_id: edge }: Spec): string {
  return kind === 'https-route' && typeof edge === 'string' ? `${kind} ${edge}` : kind;
}

const mostNamed = 3;
