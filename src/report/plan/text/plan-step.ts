import type { ApprovalGroup } from '../../../model/approval.ts';
import { approvalYaml } from '../approval-yaml.ts';
import { mainFields } from '../change-notes.ts';
import { actions } from '../plan-groups.ts';
import type { RuleLine, StepView } from '../step-view.ts';
import { changeLines } from './plan-change.ts';
import { reasonLines } from './plan-reasons.ts';
import { keptLines } from './plan-kept.ts';
import { requestLines } from './plan-requests.ts';
import type { Way } from '../words/remedy-words.ts';
import { frameLine } from '../../text/frame-line.ts';
import { inertLine, inertPath } from '../../text/inert.ts';
import { widthOf } from '../../text/flow-text.ts';
import { commandLines, paragraph, withTail, type Page, type StepPage } from '../../text/text-page.ts';

/** Maximum number of resources in an approval that is printed. */
const mostListed = 12;

/** Maximum width of a label in the column before commands. */
const widestLead = 20;

/** A step in full: action, refusals, reason, changes, the lines that name others like it, and ways to resolve it. */
export function stepLines(view: StepView, page: StepPage, others: readonly string[] = []): readonly string[] {
  return [...withTail(stepHead(view, page), tailOf(view), { indent: 4, page }), ...body(view, page, others)];
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
    shown: `${paint(actions[step.action].role, words)} ${paint('strong', name)}${fill}`,
    width: width + fill.length,
  };
}

function tailOf({ place, change }: StepView): readonly string[] {
  return [
    ...(place === undefined ? [] : [inertPath(place)]),
    ...(change === '' ? [] : [`change ${inertLine(change)}`]),
  ];
}

function body(view: StepView, page: StepPage, others: readonly string[]): readonly string[] {
  const { refused, exposure, rules, facts, outcomes, step } = view;
  return [
    ...refused.flatMap((text) =>
      paragraph(`REFUSED: ${text}`, 4, page).map((line) => `    ${page.paint('error', line.slice(4))}`),
    ),
    ...reasonLines(exposure, page),
    ...rules.flatMap((rule) => ruleFrame(rule, page)),
    ...[...facts, ...outcomes].flatMap((line) => paragraph(line, 4, page)),
    ...(page.view === 'all' ? more(view).flatMap((line) => paragraph(line, 4, page)) : []),
    ...fieldLines(view, page),
    ...(page.showsRequests === true ? step.requests.flatMap((request) => requestLines(request, page)) : []),
    ...others,
    ...approvalLines(view, page),
    ...wayLines(view, page),
  ];
}

/** A line of a file with a mark below the rule, as findings show theirs. */
function ruleFrame({ number, column, text }: RuleLine, { columns, paint }: Page): readonly string[] {
  const source = { path: '', text };
  const focus = { start: column - 1, end: text.length };
  const room = columns - `${number}`.length - 8;
  const line = { number, range: { start: 0, end: text.length } };
  const shown = frameLine(source, line, { focus, columns: room, sensitive: [] });
  const { from, to } = shown.span(focus);
  const gutter = ' '.repeat(`${number}`.length);
  return [
    `    ${paint('gutter', ` ${number} |`)} ${shown.text}`,
    `    ${paint('gutter', ` ${gutter} |`)} ${' '.repeat(from)}${paint('error', '^'.repeat(Math.max(1, to - from)))}`,
  ];
}

function fieldLines(view: StepView, page: Page): readonly string[] {
  if (view.sides !== 'before-after') return keptLines(view, page);
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

/** The ways to approve a refused step: by the command that writes the document, once by a flag, or by hand. */
function approvalLines({ approvals, approve }: StepView, page: StepPage): readonly string[] {
  return [
    ...(approve === undefined ? [] : commandLines('approve: ', approve, 4, page)),
    ...approvals.flatMap((asked) => {
      const flag = onceFlag(asked);
      const once = flag === undefined ? undefined : (page.once ?? inertLine(flag.join(' ')));
      return [
        ...(once === undefined ? [] : commandLines('or once: ', once, 4, page)),
        ...commitLines('    or add:  ', asked, page),
      ];
    }),
  ];
}

/** The document to commit; one of many resources is named by the command that writes it. */
function commitLines(label: string, asked: ApprovalGroup, page: StepPage): readonly string[] {
  const [{ group }] = asked;
  if (page.view === 'all' || asked.length <= mostListed || group === undefined)
    return documentLines(label, asked);
  const text = `one document for all ${asked.length} (plan --all prints it)`;
  return paragraph(text, label.length, page, label);
}

/** The flag that approves one step; deletions are approved by their number instead. */
function onceFlag([{ allow, address, group = address }]: ApprovalGroup): readonly string[] | undefined {
  return allow === 'exposure' ? ['--allow-exposure', group] : undefined;
}

function documentLines(label: string, asked: ApprovalGroup): readonly string[] {
  return approvalYaml(asked).map((line, index) =>
    inertLine(`${index === 0 ? label : ' '.repeat(label.length)}${line}`),
  );
}

/** The ways to resolve a step: commands and approvals first, then sentences. */
function wayLines({ ways, waysHeading }: StepView, page: StepPage): readonly string[] {
  if (ways.length === 0) return [];
  const hasTwo =
    page.view === 'all' &&
    ways.some(({ command, approve }) => command !== undefined && approve !== undefined);
  const hasHeading = waysHeading === 'To resolve' || ways.some((way) => !isLabelled(way));
  const indent = hasHeading ? 6 : 4;
  const labels = [...ways.filter(isLabelled).map(({ lead }) => lead), ...(hasTwo ? ['or approve'] : [])];
  const width = Math.max(0, ...labels.map(widthOf)) + 3;
  return [
    ...(hasHeading ? [`    ${waysHeading}:`] : []),
    ...ways.flatMap((way) => oneWay(way, { indent, width, page })),
  ];
}

function isLabelled({ lead, command, asks }: Way): boolean {
  return (command !== undefined || asks !== undefined) && widthOf(lead) <= widestLead;
}

function oneWay(
  way: Way,
  { indent, width, page }: { readonly indent: number; readonly width: number; readonly page: StepPage },
): readonly string[] {
  const { lead, command, asks, approve } = way;
  const label = `${inertLine(lead)}:`;
  if (command !== undefined) {
    if (isLabelled(way)) {
      const head = `${' '.repeat(indent)}${'or commit:'.padEnd(width)}`;
      return [
        ...commandLines(label.padEnd(width), command, indent, page),
        ...(page.view !== 'all' || approve === undefined
          ? []
          : commandLines('or approve:'.padEnd(width), approve, indent, page)),
        ...(asks === undefined || page.view !== 'all' ? [] : documentLines(head, asks)),
      ];
    }
    return [
      ...paragraph(`${lead}:`, indent + 2, page, `${' '.repeat(indent)}* `),
      ...commandLines('', command, indent + 4, page),
    ];
  }
  if (asks === undefined) return paragraph(lead, indent + 2, page, `${' '.repeat(indent)}* `);
  const head = `${' '.repeat(indent)}${label.padEnd(width)}`;
  if (approve !== undefined) {
    const lines = commandLines(label.padEnd(width), approve, indent, page);
    const commit = `${' '.repeat(indent)}${'or commit:'.padEnd(width)}`;
    const isWhole = page.view === 'all' || way.isOnlyHere === true;
    return [...lines, ...(isWhole ? documentLines(commit, asks) : [])];
  }
  if (page.view === 'all' || way.isOnlyHere === true) return documentLines(head, asks);
  const text = `commit an approval with \`allow: ${asks[0].allow}\` (plan --all prints it)`;
  return paragraph(text, indent + width, page, head);
}
