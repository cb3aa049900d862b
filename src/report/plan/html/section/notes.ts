import type { PlanNote } from '../../../../model/plan/plan.ts';
import { inertLine } from '../../../text/inert.ts';
import { notePlace, noteText } from '../../words/note.ts';
import type { PlanView } from '../../plan-view.ts';
import type { SourceLink } from '../../../findings/source-link.ts';
import type { FindingData } from '../data/data.ts';
import { h, type Content } from '../element.ts';
import { prose } from '../prose.ts';
import { safe } from '../data/step-data.ts';
import { findingView } from '../step-view.ts';

/** The notes of a plan, and the findings about unchanged resources. */
export function notes(
  { plan: { environment }, notes: rest }: PlanView,
  findings: readonly FindingData[],
  { hasMany, link }: { readonly hasMany: boolean; readonly link: SourceLink },
): Content {
  const of = hasMany ? ` in ${inertLine(environment)}` : '';
  return [
    ...(rest.length === 0
      ? []
      : [h('section', 'notes', [h('h2', {}, `Notes${of}`), h('ul', {}, rest.map(noteItem))])]),
    ...(findings.length === 0
      ? []
      : [
          h('section', 'notes', [
            h('h2', {}, `Lint findings in what does not change${of}`),
            h('details', {}, [
              h('summary', {}, `${findings.length} ${findings.length === 1 ? 'finding' : 'findings'}`),
              ...findings.map((finding) => findingView(finding, link)),
            ]),
          ]),
        ]),
  ];
}

export function noteItem(note: PlanNote): Content {
  const { address } = note;
  const place = notePlace(note);
  const where = place === undefined ? [] : [' (', h('code', {}, inertLine(place)), ')'];
  return h('li', {}, [
    ...(address === undefined ? [] : [h('code', {}, inertLine(address)), ...where, ': ']),
    prose(safe(noteText(note))),
  ]);
}
