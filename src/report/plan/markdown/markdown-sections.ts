import { type Alike, foldAlike } from '../alike.ts';
import { isWeakened } from '../../../model/plan/step.ts';
import { isRefused, type PlanView } from '../plan-view.ts';
import type { BindingFact } from '../saved-texts.ts';
import { notServed, shiftGroups } from '../routing.ts';
import type { StepView } from '../step-view.ts';
import type { Inline, ReportSection } from '../section.ts';
import { overrideText, refusalText } from '../words/refusal-words.ts';
import { alertBlock, codeBlock, codeSpan, firstItems, shortSentence } from '../../text/markdown.ts';
import { fitList, fixedPart, type RoomPart } from '../../text/markdown-room.ts';
import { approvalYaml } from '../approval-yaml.ts';
import { overrideFlags } from '../override-flags.ts';
import { protectionBlock, stepItem, stepParagraphs } from './markdown-step.ts';
import { cut } from './markdown-table.ts';

/** The refusals, in a block that no size limit removes. */
export function cautionPart({ steps, refusals, verdict }: PlanView): readonly RoomPart[] {
  const folded = foldAlike(steps.filter(isRefused), 'short');
  const drifted = steps.filter(({ step }) => isWeakened(step));
  const weakened = drifted.map(weakenedLine);
  if (folded.length === 0 && refusals.length === 0 && weakened.length === 0) return [];
  const lines = [
    ...weakened,
    ...refusals.map((refusal) => shortSentence(refusalText(refusal), 1000)),
    ...folded.map(refusedLine),
  ];
  const [first = ''] = verdict.sentences;
  const end = folded.length === 0 && refusals.length === 0 ? [] : ['', shortSentence(first, 600)];
  const block = (items: readonly string[]): string => alertBlock('CAUTION', [...items, ...end]);
  const briefly = folded.map(
    ({ first: view, others }) =>
      `${codeSpan(view.step.address)}${andMore(others)}: ${shortSentence(view.refused.join('; '), 120)}`,
  );
  const brief = [
    ...drifted.map(({ step }) => `${codeSpan(step.address)}: live is less protected`),
    ...refusals.map((refusal) => shortSentence(refusalText(refusal), 150)),
    ...briefly,
  ];
  return [fixedPart(block(firstItems(lines, 40)), block(firstItems(brief, 5)), 0)];
}

/** Drift that removed protection, in a block that no size limit removes: for a report of drift alone. */
export function weakenedPart({ steps }: Pick<PlanView, 'steps'>): readonly RoomPart[] {
  const weakened = steps.filter(({ step }) => isWeakened(step));
  if (weakened.length === 0) return [];
  const block = (lines: readonly string[], most: number): string =>
    alertBlock('CAUTION', firstItems(lines, most));
  const brief = weakened.map(({ step }) => `${codeSpan(step.address)}: live is less protected`);
  return [fixedPart(block(weakened.map(weakenedLine), 40), block(brief, 5), 0)];
}

function refusedLine({ first, others }: Alike<StepView>): string {
  const { step, refused, exposure } = first;
  const why = exposure.length === 0 ? '' : `: ${reasonsText(exposure)}`;
  return `**${codeSpan(step.address)}**${andMore(others)} ${shortSentence(refused.join('; '), 300)}${why}`;
}

/** Drift that nothing has approved. */
function weakenedLine({ step, exposure }: StepView): string {
  return `**${codeSpan(step.address)}** changed outside Edgewright: ${reasonsText(exposure)}`;
}

/** The headlines of reasons in one sentence, then their tables within the item of the list. */
function reasonsText(reasons: StepView['exposure']): string {
  const sentences = reasons.map(({ headline }) => shortSentence(headline, 500)).join('; ');
  const tables = reasons.flatMap(({ table }) => (table === undefined ? [] : [protectionBlock(table)]));
  return [sentences, ...tables].join('\n\n').replaceAll(/\n(?=.)/g, '\n  ');
}

function andMore({ length }: readonly StepView[]): string {
  return length === 0 ? '' : ` and ${length} more with the same change:`;
}

/** The tests of requests whose outcome a plan, or drift, changes. */
export function testsPart({ title, items }: ReportSection): readonly RoomPart[] {
  if (items.length === 0) return [];
  const isBad = items.some((item) => item.isBad);
  const block = (most: number): string => {
    const lines = itemLines(items, 500, most);
    return isBad
      ? alertBlock('WARNING', [`**${title}**`, '', ...lines])
      : `**${title}**\n\n${lines.join('\n')}\n\n`;
  };
  return [fixedPart(block(40), block(5), 1)];
}

/** Limits that the files would weaken, and new approvals. */
export function gatesPart({ gates: { items } }: PlanView): readonly RoomPart[] {
  if (items.length === 0) return [];
  const block = (size: number, most: number): string => alertBlock('WARNING', itemLines(items, size, most));
  return [fixedPart(block(1000, Infinity), block(150, 5), 1)];
}

function itemLines(items: ReportSection['items'], size: number, most: number): readonly string[] {
  return firstItems(
    items.map(({ words }) => itemLine(words, size)),
    most,
  );
}

/** Approval documents and commands that lift refusals. */
export function approvalsPart({ steps, refusals, verdict }: PlanView): readonly RoomPart[] {
  const documents = steps.flatMap(({ approvals }) => approvals);
  const { allow = verdict.once } = verdict;
  const commands = steps.flatMap(({ approve = [] }) => approve);
  const items = [
    ...refusals.map((refusal) => {
      const text = overrideText(refusal);
      return fixedPart(
        `- ${overrideFlags(refusal) === undefined ? shortSentence(text, 2000) : cut(text, 2000)}\n`,
      );
    }),
    ...commands.map((command) => fixedPart(`- Approve: ${cut(command, 1000)}\n`)),
    ...(verdict.approve === undefined ? [] : [fixedPart(`- Approve all: ${cut(verdict.approve, 1000)}\n`)]),
    ...(allow === undefined ? [] : [fixedPart(`- Or once: ${cut(allow, 4000)}\n`)]),
    ...(documents.length === 0 ? [] : [fixedPart('- Or commit in a resource file:\n\n')]),
    ...documents.map((asked) => fixedPart(`${codeBlock(approvalYaml(asked).join('\n'), 'yaml')}\n\n`)),
  ];
  const title = documents.length === 0 ? 'How to resolve' : 'How to approve';
  return foldPart({ title, rank: 4 }, items);
}

/** Ways to resolve drift and blocked steps. */
export function waysPart({ steps }: Pick<PlanView, 'steps'>): readonly RoomPart[] {
  const items = steps
    .filter(({ ways }) => ways.length > 0)
    .map(({ step, ways }) => {
      const list = ways.map(({ lead, command, approve, asks }) => {
        const about = shortSentence(lead, 600);
        const commands = [command, approve].flatMap((text) => (text === undefined ? [] : [cut(text, 1000)]));
        const line = commands.length === 0 ? about : `${about}: ${commands.join(', or ')}`;
        if (asks === undefined) return `  - ${line}\n`;
        const block = codeBlock(approvalYaml(asks).join('\n'), 'yaml');
        return `  - ${line}${commands.length === 0 ? ':' : ', or'} commit an approval\n\n${block.replaceAll(/^/gm, '    ')}\n\n`;
      });
      return fixedPart(`- ${codeSpan(step.address)}\n${list.join('')}`, `- ${codeSpan(step.address)}\n`);
    });
  return foldPart({ title: waysTitle(steps), rank: 4 }, items);
}

function waysTitle(steps: readonly StepView[]): string {
  const drifted = steps.filter(({ step }) => step.action === 'drift').length;
  const blocked = steps.filter(({ step, ways }) => step.action === 'blocked' && ways.length > 0).length;
  return [
    ...(drifted === 0 ? [] : [`Keep or revert ${drifted} drifted`]),
    ...(blocked === 0 ? [] : [`resolve ${blocked} blocked`]),
    ...(drifted + blocked === 0 ? ['Options'] : []),
  ]
    .join(', ')
    .replace(/^r/, 'R');
}

export function routingPart({ routing }: PlanView): readonly RoomPart[] {
  const items = shiftGroups(routing.changed).map(({ spaces: [space = '', ...others], sides, notes: all }) => {
    const more = others.length === 0 ? '' : ` and ${others.length} more URL patterns`;
    const line = `- ${cut(space, 500)}${more}: ${servers(sides.before)} to ${servers(sides.after)}\n`;
    const notes = all.map((note) => `  - ${shortSentence(note, 500)}\n`);
    return fixedPart([line, ...notes].join(''), line);
  });
  return foldPart({ title: `Routing changes: ${routing.changed.length}`, rank: 4 }, items);
}

/** Servers of many URL patterns that are named one by one. */
const mostServers = 10;

function servers(addresses: readonly string[]): string {
  const [shown, rest] = [addresses.slice(0, mostServers), addresses.slice(mostServers)];
  const more = rest.length === 0 ? [] : [`${rest.length} more`];
  return [...shown.map(codeSpan), ...more].join(', ') || notServed;
}

/** Every step with its fields as far as there is room, then steps in one line each, then a count. */
export function diffPart({ steps }: Pick<PlanView, 'steps'>): readonly RoomPart[] {
  const parts = (length: 'short' | 'long'): readonly RoomPart[] =>
    foldAlike(steps, length).map((alike) => fixedPart(stepParagraphs(alike), stepItem(alike)));
  const whole = foldPart({ title: 'Full diff', rank: 6 }, parts('short'));
  const [full] = whole;
  const [sampled] = foldPart({ title: 'Full diff', rank: 6 }, parts('long'));
  if (full === undefined || sampled === undefined) return [];
  const text = full.render(Infinity);
  return [{ least: '', rank: 6, render: (room) => (text.length <= room ? text : sampled.render(room)) }];
}

export function notesPart({ title, items }: ReportSection): readonly RoomPart[] {
  const parts = items.map(({ words }) =>
    fixedPart(`- ${itemLine(words, 2000)}\n`, `- ${itemLine(words, 150)}\n`),
  );
  return foldPart({ title: `${title}: ${items.length}`, rank: 5 }, parts);
}

export function bindingPart(facts: readonly BindingFact[]): readonly RoomPart[] {
  const items = facts.map(({ name, value }) => fixedPart(`- ${name}: ${cut(value, 2000)}\n`));
  return foldPart({ title: 'Bound to', rank: 7 }, items);
}

function itemLine(words: Inline, most: number): string {
  const pieces = words.map((piece) => {
    if (typeof piece === 'string') return shortSentence(piece, most);
    return piece.isBad === true ? `**${codeSpan(piece.code)}**` : codeSpan(piece.code);
  });
  return pieces.join('');
}

/** A collapsed list; with little room, these are dropped first. */
function foldPart(
  { title, rank }: { readonly title: string; readonly rank: number },
  items: readonly RoomPart[],
): readonly RoomPart[] {
  if (items.length === 0) return [];
  const begin = `<details><summary>${title}</summary>\n\n`;
  const end = '\n</details>\n\n';
  const rest = ({ length }: readonly RoomPart[]): string => `\n${length} more: see the full plan\n`;
  const render = (room: number): string => {
    const inner = room - begin.length - end.length;
    if (inner < rest(items).length) return '';
    return begin + fitList(items, inner, rest) + end;
  };
  return [{ least: '', rank, render }];
}
