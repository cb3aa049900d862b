import type { StepAction } from '../../../model/plan/step.ts';
import { inertLine, inertPath } from '../../text/inert.ts';
import type { Role } from '../../text/paint.ts';
import { widthOf } from '../../text/wrap.ts';
import { mainFields } from '../main-fields.ts';
import type { StepView } from '../step-view.ts';
import { approvalLines, wayLines } from './plan-ways.ts';
import { changeLines } from './plan-change.ts';
import { keptLines } from './plan-kept.ts';
import { paragraph, withTail, type Page, type StepPage } from './plan-page.ts';
import { requestLines } from './plan-requests.ts';

const roles: Readonly<Record<StepAction, Role>> = {
  blocked: 'error',
  drift: 'warn',
  delete: 'removed',
  retire: 'warn',
  update: 'warn',
  create: 'added',
  adopt: 'info',
  forget: 'info',
  keep: 'info',
};

/** A step in full: action, refusals, reason, changes and ways to resolve it. */
export function stepLines(view: StepView, page: StepPage): readonly string[] {
  return [...withTail(stepHead(view, page), tailOf(view), { indent: 4, page }), ...body(view, page)];
}

/** `~ update https-route/docs`, padded to a width. */
export function stepHead(
  { step, mark, word }: StepView,
  { paint }: Page,
  least = 0,
): { readonly shown: string; readonly width: number } {
  const words = `${mark} ${word}`;
  const name = inertLine(step.address);
  const width = widthOf(`${words} ${name}`);
  const fill = ' '.repeat(Math.max(0, least - width));
  return {
    shown: `${paint(roles[step.action], words)} ${paint('strong', name)}${fill}`,
    width: width + fill.length,
  };
}

function tailOf({ place, change }: StepView): readonly string[] {
  return [
    ...(place === undefined ? [] : [inertPath(place)]),
    ...(change === '' ? [] : [`change ${inertLine(change)}`]),
  ];
}

function body(view: StepView, page: StepPage): readonly string[] {
  const { refused, exposure, facts, step } = view;
  return [
    ...refused.flatMap((text) =>
      paragraph(`REFUSED: ${text}`, 4, page).map((line) => `    ${page.paint('error', line.slice(4))}`),
    ),
    ...(exposure.length === 0 ? [] : paragraph(exposure.join('; '), 4, page)),
    ...facts.flatMap((line) => paragraph(line, 4, page)),
    ...(page.view === 'all' ? more(view).flatMap((line) => paragraph(line, 4, page)) : []),
    ...fieldLines(view, page),
    ...(page.showsRequests === true ? step.requests.flatMap((request) => requestLines(request, page)) : []),
    ...approvalLines(view, page),
    ...wayLines(view, page),
  ];
}

function fieldLines(view: StepView, page: Page): readonly string[] {
  if (view.sides === 'live-files') return keptLines(view, page);
  const { step, changes } = view;
  const isWhole = step.action === 'create' || step.action === 'delete';
  const { fields, omitted } =
    page.view === 'brief' && isWhole ? mainFields(changes) : { fields: changes, omitted: 0 };
  return [
    ...fields.flatMap((field) => changeLines(field, view, page)),
    ...(omitted === 0 ? [] : [`    … ${omitted} more fields (plan --all shows them)`]),
  ];
}

/** Details that only `--all` shows. */
function more({ step }: StepView): readonly string[] {
  const { id, labels = {} } = step;
  const pairs = Object.entries(labels).map(([name, value]) => `${name}=${value}`);
  return [
    ...(id === undefined ? [] : [`live as ${id}`]),
    ...(pairs.length === 0 ? [] : [`labels: ${pairs.join(', ')}`]),
  ];
}
