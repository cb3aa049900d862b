import type { Step, StepAction } from '../model/plan.ts';
import { inertLine } from './inert.ts';
import type { Role } from './paint.ts';
import { changeLines } from './plan-change.ts';
import { originText, paragraph, type Page } from './plan-page.ts';
import { requestLines } from './plan-requests.ts';
import { widthOf } from './wrap.ts';

/** Groups in the order in which a reader wants them, each with its mark. A `keep` is shown only where it renames. */
const groups: readonly (readonly [StepAction, mark: string, word: string, Role])[] = [
  ['blocked', 'x', 'blocked', 'error'],
  ['hold', '=', 'hold', 'warn'],
  ['delete', '-', 'delete', 'primary'],
  ['retire', 'v', 'retire', 'warn'],
  ['update', '~', 'update', 'warn'],
  ['create', '+', 'create', 'info'],
  ['adopt', '>', 'adopt', 'info'],
  ['forget', 'o', 'forget', 'info'],
  ['keep', '>', 'rename', 'info'],
];

/** Whether there is nothing to say of a step. */
export function isSilent({ action, formerly }: Step): boolean {
  return action === 'keep' && formerly === undefined;
}

/** One block of lines a group of steps; those that are only to be listed stand close together. */
export function stepBlocks(steps: readonly Step[], page: Page): readonly (readonly string[])[] {
  return groups.flatMap(([action, mark, word, role]) => {
    const group = steps.filter((step) => step.action === action);
    const width = Math.max(...group.map(({ address }) => widthOf(inertLine(address))));
    return group.map((step) => [
      head(step, { mark, word, role, width: Math.min(width, page.columns) }, page),
      ...body(step, page),
    ]);
  });
}

interface Look {
  readonly mark: string;
  readonly word: string;
  readonly role: Role;
  readonly width: number;
}

function head(step: Step, { mark, word, role, width }: Look, { paint }: Page): string {
  const address = inertLine(step.address);
  const padded = `${address}${' '.repeat(Math.max(0, width - widthOf(address)))}`;
  const tail = [
    ...(step.origin === undefined ? [] : [originText(step.origin)]),
    ...(step.hash === '' ? [] : [`change ${step.hash}`]),
  ];
  const line = `${paint(role, `${mark} ${word}`)} ${paint('strong', padded)}  ${paint('gutter', tail.join('  '))}`;
  return tail.length === 0 ? line.trimEnd() : line;
}

function body(step: Step, page: Page): readonly string[] {
  const { action, changes, formerly, isProtected, missingSecrets, reason, requests, since, waysOut } = step;
  const facts = [
    // The reason of a rename names it already.
    ...(formerly === undefined || action === 'keep' ? [] : [`formerly ${formerly}`]),
    ...(since === undefined ? [] : [`since after ${since}`]),
    ...(isProtected ? ['protected'] : []),
  ];
  return [
    ...paragraph(facts.length === 0 ? reason : `${reason} (${facts.join(', ')})`, 4, page),
    // Why a field of a deleted object goes needs no words.
    ...changes.flatMap((change) =>
      changeLines(step.action === 'delete' ? { ...change, cause: 'configuration' } : change, page),
    ),
    ...(missingSecrets.length === 0
      ? []
      : paragraph(`apply needs ${missingSecrets.join(', ')}, which cannot be found here`, 4, page)),
    ...requests.flatMap((request) =>
      requestLines(page.showsBodies === true ? request : { ...request, body: undefined }, page),
    ),
    ...waysOut.flatMap((way) => paragraph(way, 6, page, '    * ')),
  ];
}
