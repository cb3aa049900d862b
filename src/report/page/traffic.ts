import type { TrafficShift } from '../../model/traffic/traffic-shift.ts';
import type { Plan } from '../../model/plan/plan.ts';
import { inertLine } from '../text/inert.ts';
import { notServed, shiftNotes, shiftSides, type Routing } from '../plan/routing.ts';
import { type Content, h, table } from './html-content.ts';
import { safe } from './step-data.ts';
import { stepLink } from './steps.ts';

type Level = 'h2' | 'h3';

/** Renders the resources that serve a URL pattern, as a table cell. */
type Side = (addresses: readonly string[]) => Content;

export function routingChanges(plan: Plan, { changed }: Routing, level: Level): Content {
  if (changed.length === 0) return [];
  const side = sideOf(plan);
  const rows = changed.map((shift) => {
    const { before, after } = shiftSides(shift);
    return row(shift, [
      ['Before', side(before)],
      ['After', side(after)],
    ]);
  });
  return h('section', 'traffic', [
    h(level, {}, 'Routing changes'),
    h('p', 'dim', 'Assumed: the API does not document which route wins.'),
    folded(rows.slice(0, mostChanged), rows.slice(mostChanged)),
  ]);
}

/** The others of a long list are collapsed. */
const mostChanged = 10;

function folded(shown: readonly Content[], rest: readonly Content[]): Content {
  const inside = (rows: readonly Content[]): Content =>
    table('Routing changes', ['URLs', 'Before', 'After'], rows);
  if (rest.length === 0) return inside(shown);
  return [
    inside(shown),
    h('details', {}, [h('summary', {}, `${rest.length} more URL patterns`), inside(rest)]),
  ];
}

/** Longer lists are collapsed. */
const mostFresh = 3;

/** URLs that were not served before; a long list is collapsed to its count. */
export function newUrls(plan: Plan, { fresh }: Routing, level: Level): Content {
  if (fresh.length === 0) return [];
  const side = sideOf(plan);
  const rows = fresh.map((shift) =>
    row(shift, [['Served by', side(shift.to === undefined ? [] : [shift.to])]]),
  );
  const inside = table('Newly served URLs', ['URLs', 'Served by'], rows);
  return h('section', 'traffic', [
    h(level, {}, 'Newly served URLs'),
    fresh.length <= mostFresh
      ? inside
      : h('details', {}, [h('summary', {}, `${fresh.length} URL patterns that were not served`), inside]),
  ]);
}

function sideOf({ environment, steps }: Plan): Side {
  const known = new Set<string>(
    steps.filter(({ hash, action }) => hash !== '' || action !== 'keep').map(({ address }) => address),
  );
  const link = (address: string): Content =>
    known.has(address) ? stepLink(environment, address) : h('code', {}, inertLine(address));
  return (addresses) =>
    addresses.length === 0
      ? h('span', 'dim', notServed)
      : addresses.flatMap((address, index) => (index === 0 ? [link(address)] : [', ', link(address)]));
}

/** A table row; each cell has its column title, which a narrow page shows beside it. */
function row(shift: TrafficShift, sides: readonly (readonly [label: string, Content])[]): Content {
  return h('tr', {}, [
    h('th', { scope: 'row' }, [
      h('code', {}, inertLine(shift.space)),
      ...shiftNotes(shift).map((note) => h('p', 'dim', safe(note))),
    ]),
    ...sides.map(([label, side]) => h('td', { 'data-label': label }, [side])),
  ]);
}
