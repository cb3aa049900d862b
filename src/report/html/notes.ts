import type { Plan } from '../../model/plan.ts';
import { inertLine } from '../inert.ts';
import type { SourceLink } from '../source-link.ts';
import type { FindingData } from './data.ts';
import { h, type Content } from './element.ts';
import { prose } from './prose.ts';
import { safe } from './step-data.ts';
import { findingView } from './step-view.ts';

/** What is to be known beside the steps, and what lint says of what does not change. */
export function notes(
  { environment, notes: known }: Plan,
  findings: readonly FindingData[],
  { hasMany, link }: { readonly hasMany: boolean; readonly link: SourceLink },
): Content {
  const of = hasMany ? ` in ${inertLine(environment)}` : '';
  return [
    ...(known.length === 0
      ? []
      : [
          h('section', 'notes', [
            h('h2', {}, `To know${of}`),
            h(
              'ul',
              {},
              known.map(({ address, text }) =>
                h('li', {}, [
                  ...(address === undefined ? [] : [h('code', {}, inertLine(address)), ': ']),
                  prose(safe(text)),
                ]),
              ),
            ),
          ]),
        ]),
    ...(findings.length === 0
      ? []
      : [
          h('section', 'notes', [
            h('h2', {}, `Lint of what does not change${of}`),
            h('details', {}, [
              h('summary', {}, `${findings.length} ${findings.length === 1 ? 'finding' : 'findings'}`),
              ...findings.map((finding) => findingView(finding, link)),
            ]),
          ]),
        ]),
  ];
}
