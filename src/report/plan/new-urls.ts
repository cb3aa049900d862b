import type { Plan, TrafficShift } from '../../model/plan.ts';
import { protectionText } from './text/plan-step.ts';

export interface Traffic {
  /** Somebody loses it, or gets it without being made for it. */
  readonly handed: readonly TrafficShift[];
  /** Nobody served it, and a new resource does: its step says so already. */
  readonly fresh: readonly TrafficShift[];
}

/** So many new spaces of URLs are news; of more, their number is. */
export const mostFresh = 3;

/** What a reader must judge, and what a plan that creates something brings with it. */
export function splitTraffic({ traffic = [], steps }: Pick<Plan, 'traffic' | 'steps'>): Traffic {
  const created = new Set<string>(
    steps.filter(({ action }) => action === 'create').map(({ address }) => address),
  );
  const isFresh = ({ from, to, occupiedBy, sharedWith }: TrafficShift): boolean =>
    from === undefined &&
    occupiedBy === undefined &&
    sharedWith === undefined &&
    to !== undefined &&
    created.has(to);
  return { handed: traffic.filter((shift) => !isFresh(shift)), fresh: traffic.filter(isFresh) };
}

/** What else there is to say of a space that changes hands, a sentence each. */
export function shiftNotes({ occupiedBy, sharedWith = [], protection }: TrafficShift): readonly string[] {
  return [
    ...(occupiedBy === undefined ? [] : [`kept from all others by ${occupiedBy}, which has no backend`]),
    ...(sharedWith.length === 0 ? [] : [`a part of it stays with ${sharedWith.join(', ')}`]),
    ...(protection === undefined ? [] : [`protection: ${protectionText(protection)}`]),
  ];
}
