import type { Plan, TrafficShift } from '../../../../model/plan.ts';
import { inertLine } from '../../../text/inert.ts';
import { mostFresh, shiftNotes, splitTraffic } from '../../new-urls.ts';
import { h, type Content } from '../element.ts';
import { safe } from '../data/step-data.ts';
import { stepLink } from '../steps.ts';

type Level = 'h2' | 'h3';

/** Whom a space is served by, as the cell of a table. */
type Side = (address: string | undefined) => Content;

export function traffic(plan: Plan, level: Level): Content {
  const { handed } = splitTraffic(plan);
  if (handed.length === 0) return [];
  const side = sideOf(plan);
  const rows = handed.map((shift) =>
    row(shift, [
      ['Before', side(shift.from)],
      ['After', side(shift.to)],
    ]),
  );
  return h('section', 'traffic', [
    h(level, {}, 'Traffic that changes hands'),
    h('p', 'dim', 'Which route wins is our model: the API does not say (API 2.6).'),
    table('Traffic that changes hands', ['URLs', 'Before', 'After'], rows),
  ]);
}

/** What nobody served until now is no more than a count, where it is much. */
export function newUrls(plan: Plan, level: Level): Content {
  const { fresh } = splitTraffic(plan);
  if (fresh.length === 0) return [];
  const side = sideOf(plan);
  const rows = fresh.map((shift) => row(shift, [['Served by', side(shift.to)]]));
  const inside = table('New URLs', ['URLs', 'Served by'], rows);
  return h('section', 'traffic', [
    h(level, {}, 'New URLs'),
    fresh.length <= mostFresh
      ? inside
      : h('details', {}, [
          h('summary', {}, `${fresh.length} spaces of URLs that nobody served until now`),
          inside,
        ]),
  ]);
}

function sideOf({ environment, steps }: Plan): Side {
  const known = new Set<string>(
    steps.filter(({ hash, action }) => hash !== '' || action !== 'keep').map(({ address }) => address),
  );
  return (address) => {
    if (address === undefined) return h('span', 'dim', 'nobody');
    return known.has(address) ? stepLink(environment, address) : h('code', {}, inertLine(address));
  };
}

function table(name: string, columns: readonly string[], rows: readonly Content[]): Content {
  return h('div', { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': name }, [
    h('table', {}, [
      h('thead', {}, [
        h(
          'tr',
          {},
          columns.map((column) => h('th', { scope: 'col' }, column)),
        ),
      ]),
      h('tbody', {}, rows),
    ]),
  ]);
}

/** Each side with its column, which a narrow page shows beside it. */
function row(shift: TrafficShift, sides: readonly (readonly [label: string, Content])[]): Content {
  return h('tr', {}, [
    h('th', { scope: 'row' }, [
      h('code', {}, inertLine(shift.space)),
      ...shiftNotes(shift).map((note) => h('p', 'dim', safe(note))),
    ]),
    ...sides.map(([label, side]) => h('td', { 'data-label': label }, [side])),
  ]);
}
