import { createTwoFilesPatch } from 'diff';
import type { ChangeCause, FieldChange } from '../model/plan.ts';
import type { Json } from '../model/value.ts';
import { inertLine } from './inert.ts';
import { originText, paragraph, type Page } from './plan-page.ts';
import { widthOf } from './wrap.ts';

/** Why it differs, where that is not simply that the files say so. */
const causeWords: Readonly<Record<ChangeCause, string>> = {
  configuration: '',
  'replaced-whole': 'not written down: it goes, because its module is replaced whole',
  removed: 'no longer written down',
  outside: 'changed outside',
};

const indent = 4;
const maxDiffLines = 40;

/** A field as `- path: before` and `+ path: after`, with where it was written; long texts as a diff of their lines. */
export function changeLines(change: FieldChange, page: Page): readonly string[] {
  const { before, after, isSecret, path, note } = change;
  const isDefault = change.cause === 'removed' && after === undefined;
  const notes = [
    causeWords[change.cause],
    isDefault ? "back to the service's default" : '',
    note ?? '',
  ].filter((text) => text !== '');
  const where = change.origin === undefined ? '' : originText(change.origin);
  const tail = notes.length === 0 ? [] : paragraph(notes.join('; '), indent + 4, page);
  if (isSecret && before !== undefined && after !== undefined) {
    return [valueLine('~', path, shownSecret(after), where, page), ...tail];
  }
  if (isLong(before) && isLong(after)) {
    return [valueLine('~', path, '', where, page), ...innerDiff(before, after, page), ...tail];
  }
  return [
    ...(before === undefined ? [] : [valueLine('-', path, shown(before, isSecret, page), '', page)]),
    ...(after === undefined ? [] : [valueLine('+', path, shown(after, isSecret, page), where, page)]),
    ...tail,
  ];
}

function valueLine(
  mark: '-' | '+' | '~',
  path: string,
  value: string,
  where: string,
  { paint }: Page,
): string {
  const role = mark === '-' ? 'primary' : mark === '+' ? 'info' : 'warn';
  const text = `${mark} ${inertLine(path)}${value === '' ? '' : `: ${value}`}`;
  return `${' '.repeat(indent)}${paint(role, text)}${where === '' ? '' : `  ${paint('gutter', where)}`}`;
}

function shown(value: Json, isSecret: boolean, page: Page): string {
  return isSecret ? shownSecret(value) : shortened(inertLine(JSON.stringify(value)), value, page);
}

function shownSecret(value: Json): string {
  return inertLine(typeof value === 'string' ? value : JSON.stringify(value));
}

function shortened(text: string, value: Json, { columns }: Page): string {
  const room = Math.max(60, columns - 30);
  if (widthOf(text) <= room) return text;
  const size = typeof value === 'string' ? ` (${value.length} characters)` : '';
  return `${Array.from(text)
    .slice(0, room - 10)
    .join('')}…${size}`;
}

function isLong(value: Json | undefined): value is string {
  return typeof value === 'string' && (value.includes('\n') || value.length > 60);
}

/** The lines that differ, with one of context; a policy in JSON is laid out first so that it has lines. */
function innerDiff(before: string, after: string, { paint }: Page): readonly string[] {
  const patch = createTwoFilesPatch('', '', laidOut(before), laidOut(after), '', '', { context: 1 });
  const lines = patch
    .split('\n')
    .filter((line) => /^[-+ @]/.test(line) && !/^(?:---|\+\+\+) ?$/.test(line.trimEnd()));
  const space = ' '.repeat(indent + 4);
  const shownLines = lines.slice(0, maxDiffLines).map((line) => {
    const role = line.startsWith('-') ? 'primary' : line.startsWith('+') ? 'info' : 'gutter';
    return `${space}${paint(role, inertLine(line))}`;
  });
  const rest = lines.length - shownLines.length;
  return rest > 0 ? [...shownLines, `${space}… ${rest} more lines`] : shownLines;
}

function laidOut(text: string): string {
  try {
    return `${JSON.stringify(JSON.parse(text), null, 2)}\n`;
  } catch {
    return text.endsWith('\n') ? text : `${text}\n`;
  }
}
