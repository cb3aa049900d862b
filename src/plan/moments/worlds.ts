import type { World } from '../../routing/contests/contests.ts';
import { edgesOf } from '../../routing/edges.ts';
import type { Planning } from '../input.ts';
import { turnOf, type Move, type Moves } from './turns.ts';

export interface MoveSide {
  readonly of: readonly Move[];
  readonly side: 'after' | 'wanted';
}

/** The world in which these moves are made, to the given side. All other objects stay as they are. */
export function worldOf(
  { live, environment }: Planning,
  { moves, still }: Moves,
  { of, side }: MoveSide,
): World {
  const made = new Set(of);
  const left = moves.flatMap((move) => (made.has(move) || move.before === undefined ? [] : [move.before]));
  return {
    still: [...still, ...left],
    turns: of.map((move) => turnOf(move, move[side])),
    edges: edgesOf(environment.ids?.values() ?? [], live.listed),
  };
}
