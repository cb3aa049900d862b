import { exclusiveKeys, mayCoexist } from '../../derive/forms/identity.ts';
import type { Holder } from '../../routing/holder.ts';
import type { TurnRule } from './moments.ts';
import type { Move } from './turns.ts';

/**
 * A step that takes a url, match or hostport, or no longer shares it, must follow the step that frees it: the service
 * rejects duplicates.
 */
export function identityRules(moves: readonly Move[]): readonly TurnRule[] {
  const sides = moves.map((move) => ({ move, was: keysOf(move.before), is: keysOf(move.after) }));
  const givenUp = new Map<string, { readonly y: number; readonly move: Move }[]>();
  for (const [y, { move, was, is }] of sides.entries()) {
    for (const key of was.filter((each) => !is.includes(each))) {
      const known = givenUp.get(key);
      if (known === undefined) givenUp.set(key, [{ y, move }]);
      else known.push({ y, move });
    }
  }
  return sides.flatMap(({ move, was, is }, x) =>
    is
      .flatMap((key) => (givenUp.get(key) ?? []).map((other) => ({ ...other, isKept: was.includes(key) })))
      .filter(({ move: other, isKept }) => !isKept || areSharing(move.before, other.before))
      .filter((other) => !areSharing(move.after, other.move.before))
      .map(({ y }) => ({ x, y })),
  );
}

function keysOf(holder: Holder | undefined): readonly string[] {
  return holder === undefined ? [] : exclusiveKeys(holder.kind, holder.spec);
}

function areSharing(taking: Holder | undefined, leaving: Holder | undefined): boolean {
  return taking !== undefined && mayCoexist(taking.kind, taking.spec, leaving?.spec);
}
