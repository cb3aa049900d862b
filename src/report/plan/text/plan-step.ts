import { shortChange } from '../../../derive/approval-text.ts';
import type { ProtectionChange, Step, StepAction } from '../../../model/plan.ts';
import { attributionWords } from '../change-notes.ts';
import { unjudgedLines, weakenedLines } from '../exposed.ts';
import { heldWords } from '../held-words.ts';
import { restsOnLines } from '../rests-on.ts';
import { inertLine } from '../../text/inert.ts';
import type { Role } from '../../text/paint.ts';
import { changeLines } from './plan-change.ts';
import { actionWords } from '../plan-groups.ts';
import { reasonText } from '../words/reason.ts';
import { remedyHeading, remedyText } from '../words/remedy.ts';
import { originText, paragraph, withTail, type Page } from './plan-page.ts';
import { requestLines } from './plan-requests.ts';
import { widthOf } from '../../text/wrap.ts';

const looks: Readonly<Record<StepAction, readonly [mark: string, Role]>> = {
  blocked: ['x', 'error'],
  drift: ['=', 'warn'],
  delete: ['-', 'removed'],
  retire: ['v', 'warn'],
  update: ['~', 'warn'],
  create: ['+', 'added'],
  adopt: ['>', 'info'],
  forget: ['o', 'info'],
  keep: ['>', 'info'],
};

/** A step in full: what it does, why, what it changes and sends, and what can be done about it. */
export function stepLines(step: Step, page: Page): readonly string[] {
  return [...withTail(stepHead(step, page), tailOf(step), { indent: 4, page }), ...body(step, page)];
}

/** `~ update https-route/docs`, filled up to a width. */
export function stepHead(
  { action, address }: Step,
  { paint }: Page,
  least = 0,
): { readonly shown: string; readonly width: number } {
  const words = headWords(action);
  const name = inertLine(address);
  const width = widthOf(`${words} ${name}`);
  const fill = ' '.repeat(Math.max(0, least - width));
  return {
    shown: `${paint(actionRole(action), words)} ${paint('strong', name)}${fill}`,
    width: width + fill.length,
  };
}

/** `~ update`. */
export function headWords(action: StepAction): string {
  const word = actionWords.find(([each]) => each === action)?.[1] ?? action;
  return `${looks[action][0]} ${word}`;
}

export function actionRole(action: StepAction): Role {
  return looks[action][1];
}

function tailOf({ hash, origin }: Step): readonly string[] {
  return [
    ...(origin === undefined ? [] : [originText(origin)]),
    ...(hash === '' ? [] : [`change ${shortChange(hash)}`]),
  ];
}

function body(step: Step, page: Page): readonly string[] {
  const { action, changes, missingSecrets, requests, remedies } = step;
  const reason = reasonText(step.reason);
  const facts = factsOf(step);
  return [
    ...paragraph(facts.length === 0 ? reason : `${reason} (${facts.join(', ')})`, 4, page),
    ...more(step, page).flatMap((line) => paragraph(line, 6, page, '    ')),
    ...heldWords(step, ['`-`', '`+`']).flatMap((line) => paragraph(line, 6, page, '    ')),
    // Why a field of a deleted object goes needs no words.
    ...changes.flatMap((change) =>
      changeLines(action === 'delete' ? { ...change, cause: 'configuration' } : change, page),
    ),
    ...(missingSecrets.length === 0
      ? []
      : paragraph(`apply needs ${missingSecrets.join(', ')}, which cannot be found here`, 4, page)),
    ...requests.flatMap((request) =>
      requestLines(page.showsBodies === true ? request : { ...request, body: undefined }, page),
    ),
    ...(remedies.length === 0 ? [] : [`    ${remedyHeading(step)}:`]),
    ...remedies.flatMap((remedy) => paragraph(remedyText(remedy), 6, page, '    * ')),
  ];
}

function factsOf(step: Step): readonly string[] {
  const { action, attribution = [], changes, formerly, isProtected, since } = step;
  return [
    // The reason of a rename names it already.
    ...(formerly === undefined || action === 'keep' ? [] : [`formerly ${formerly}`]),
    ...(since === undefined ? [] : [`since after ${since}`]),
    ...(isProtected ? ['protected'] : []),
    ...restsOnLines(step),
    // Each change says it of itself.
    ...(changes.some((change) => change.attribution !== undefined)
      ? []
      : attribution.map((one) => attributionWords[one])),
  ];
}

function more(step: Step, { view }: Page): readonly string[] {
  const { exposure, held = [], id, labels = {}, requests } = step;
  // What protects less says so at the top.
  const lines = [
    ...weakenedLines(step),
    ...unjudgedLines(step),
    ...(exposure === undefined ? protectionLines(step) : []),
  ];
  if (held.length > 0) lines.push(`changed outside, and left as it is: ${held.join(', ')}`);
  if (view === 'brief') return lines;
  const isNamed = id === undefined || requests.some(({ path }) => path.includes(encodeURIComponent(id)));
  if (!isNamed) lines.push(`live as ${id}`);
  const pairs = Object.entries(labels).map(([name, value]) => `${name}=${value}`);
  if (pairs.length > 0) lines.push(`labels: ${pairs.join(', ')}`);
  return lines;
}

/** `oidc, ip_restriction -> oidc`, or what is changed within the modules that stay. */
export function protectionText({
  before,
  after,
  changed = [],
}: Pick<ProtectionChange, 'before' | 'after'> & Partial<ProtectionChange>): string {
  const [old = '', now = ''] = [before, after].map((names) =>
    names.length === 0 ? 'nothing' : names.join(', '),
  );
  if (old !== now) return `${old} -> ${now}`;
  return changed.length === 0 || after.length === 0
    ? `${now}, as before`
    : `${now}, changed in ${changed.join(', ')}`;
}

/** `protection: …`, where something about it changes. */
export function protectionLines({ protection }: Step): readonly string[] {
  if (protection === undefined) return [];
  const { before, after, changed } = protection;
  return (changed.length === 0 || after.length === 0) && before.join() === after.join()
    ? []
    : [`protection: ${protectionText(protection)}`];
}
