import type { Plan } from '../../model/plan/plan.ts';
import type { ProtectionChange, Step } from '../../model/plan/step.ts';
import type { TrafficShift } from '../../model/traffic/traffic-shift.ts';
import { addTo, groupBy } from '../../text/lists/group-by.ts';
import { asCode } from '../../text/quoted.ts';
import { codeList } from '../../text/words/list-words.ts';

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
  for (const { to = '', space } of fresh) addTo(spaces, to, space);
  return new Map([...spaces].map(([address, served]) => [address, servesText(served)]));
}

function servesText(spaces: readonly string[]): string {
  const quotedSpaces = spaces.map(asCode);
  const rest = quotedSpaces.length - mostNamed;
  return rest > 0
    ? `newly serves ${quotedSpaces.slice(0, mostNamed).join(', ')} and ${rest} more URL ${rest === 1 ? 'pattern' : 'patterns'}`
    : `newly serves ${quotedSpaces.join(', ')}`;
}

/** The text for a side that serves nothing. */
export const notServed = '(not served)';

/** URL patterns that move in the same way. */
export interface ShiftGroup {
  readonly spaces: readonly string[];
  readonly sides: ShiftSides;
  readonly notes: readonly string[];
}

/** So many patterns that one resource gives up, or takes, with the same protection are one entry. */
const leastShifts = 5;

/** The shifts with those together that leave one resource, or come to one, and have nothing else to say. */
export function shiftGroups(shifts: readonly TrafficShift[]): readonly ShiftGroup[] {
  const groupOf = new Map<TrafficShift, readonly TrafficShift[]>();
  for (const end of ['to', 'from'] as const) {
    const open = shifts.filter(
      (shift) => !groupOf.has(shift) && shift.occupiedBy === undefined && shift.sharedWith === undefined,
    );
    const shiftKey = (shift: TrafficShift): string => JSON.stringify([shift[end], shift.protection]);
    for (const found of groupBy(open, shiftKey).values())
      if (found.length >= leastShifts) for (const shift of found) groupOf.set(shift, found);
  }
  return shifts.flatMap((shift): ShiftGroup[] => {
    const group = groupOf.get(shift) ?? [shift];
    if (group[0] !== shift) return [];
    const sides = group.map(shiftSides);
    const all = (side: 'before' | 'after'): readonly string[] => [
      ...new Set(sides.flatMap((pair) => pair[side])),
    ];
    return [
      {
        spaces: group.map(({ space }) => space),
        sides: { before: all('before'), after: all('after') },
        notes: shiftNotes(shift),
      },
    ];
  });
}

interface ShiftSides {
  /** Addresses; empty if the URLs are not served. */
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** Who serves a URL pattern before and after: one in place of another, or one beside or less than those that stay. */
export function shiftSides({ from, to, sharedWith = [] }: TrafficShift): ShiftSides {
  if (from !== undefined && to !== undefined) return { before: [from], after: [to] };
  return {
    before: [...sharedWith, ...(from === undefined ? [] : [from])],
    after: [...sharedWith, ...(to === undefined ? [] : [to])],
  };
}

/** Further facts about a URL pattern, one sentence each. */
export function shiftNotes({
  from,
  to,
  occupiedBy,
  sharedWith = [],
  protection,
}: TrafficShift): readonly string[] {
  return [
    ...(occupiedBy === undefined
      ? []
      : [`occupied by \`${occupiedBy}\`, which has no backend and keeps it from all others`]),
    ...(sharedWith.length === 0 || from === undefined || to === undefined
      ? []
      : [`a part of it stays with ${codeList(sharedWith)}`]),
    ...(protection === undefined ? [] : [`protection: ${protectionText(protection)}`]),
  ];
}

/** `oidc, ip_restriction -> oidc`, or the changes within the same modules. */
export function protectionText({
  before,
  after,
  changed = [],
}: Pick<ProtectionChange, 'before' | 'after'> & Partial<ProtectionChange>): string {
  const [old, now] = [namesText(before), namesText(after)];
  if (old !== now) return `${old} -> ${now}`;
  return changed.length === 0 || after.length === 0
    ? `${now}, as before`
    : `${now}, changed in ${changed.join(', ')}`;
}

/** The protecting modules, or `none`. */
export function namesText(modules: readonly string[]): string {
  return modules.length === 0 ? 'none' : modules.join(', ');
}

export function hasChanged({ protection }: Step): boolean {
  if (protection === undefined) return false;
  const { before, after, changed } = protection;
  return (changed.length > 0 && after.length > 0) || before.join() !== after.join();
}
