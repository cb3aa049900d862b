import type { TrafficShift } from '../../model/traffic/traffic-shift.ts';
import type { Plan } from '../../model/plan/plan.ts';
import { protectionText } from './protection.ts';

export interface Routing {
  /** URLs that another resource serves after the plan. */
  readonly changed: readonly TrafficShift[];
  /** URLs that were not served and that a new resource will serve. */
  readonly fresh: readonly TrafficShift[];
}

export function splitRouting({ traffic = [], steps }: Pick<Plan, 'traffic' | 'steps'>): Routing {
  const created = new Set<string>(
    steps.filter(({ action }) => action === 'create').map(({ address }) => address),
  );
  const isFresh = ({ from, to, occupiedBy, sharedWith }: TrafficShift): boolean =>
    from === undefined &&
    occupiedBy === undefined &&
    sharedWith === undefined &&
    to !== undefined &&
    created.has(to);
  return { changed: traffic.filter((shift) => !isFresh(shift)), fresh: traffic.filter(isFresh) };
}

const mostNamed = 3;

/** `newly serves a, b and 2 more URL patterns`, by the address of the resource that will serve them. */
export function newlyServed({ fresh }: Routing): ReadonlyMap<string, string> {
  const spaces = new Map<string, string[]>();
  for (const { to = '', space } of fresh) {
    const own = spaces.get(to);
    if (own === undefined) spaces.set(to, [space]);
    else own.push(space);
  }
  return new Map([...spaces].map(([address, own]) => [address, servesText(own)]));
}

function servesText(spaces: readonly string[]): string {
  const own = spaces.map((space) => `\`${space}\``);
  const rest = own.length - mostNamed;
  return rest > 0
    ? `newly serves ${own.slice(0, mostNamed).join(', ')} and ${rest} more URL ${rest === 1 ? 'pattern' : 'patterns'}`
    : `newly serves ${own.join(', ')}`;
}

/** The text for a side that serves nothing. */
export const notServed = '(not served)';

/** Further facts about a URL pattern, one sentence each. */
export function shiftNotes({ occupiedBy, sharedWith = [], protection }: TrafficShift): readonly string[] {
  return [
    ...(occupiedBy === undefined
      ? []
      : [`occupied by \`${occupiedBy}\`, which has no backend and keeps it from all others`]),
    ...(sharedWith.length === 0
      ? []
      : [`a part of it stays with ${sharedWith.map((one) => `\`${one}\``).join(', ')}`]),
    ...(protection === undefined ? [] : [`protection: ${protectionText(protection)}`]),
  ];
}
