import type { Diagnostic } from '../../model/diagnostic.ts';
import type { DocumentNode, Entry, Source } from '../../model/document.ts';
import { problem, quoted } from '../../model/problem.ts';
import { keyName } from './duplicate-keys.ts';
import { lineAt, lineRange } from './mistakes/text-line.ts';
import { lineColumn } from './position.ts';

/** A key that its map has twice: whether the values differ, and which lines may be deleted. No value is repeated: it may be a secret. */
export function duplicateKey(source: Source, first: Entry, again: Entry, isFlow: boolean): Diagnostic {
  const isSame = areSame(source, first.value, again.value);
  const isOther = isSame === false;
  const { start, end } = again.key;
  return problem(
    'yaml-duplicate-key',
    { source, start, end },
    `${quoted(keyName(again))} is declared twice`,
    {
      label: `again here${isSame ? ', with the same value' : isOther ? ', with another value' : ''}`,
      related: [{ place: { source, start: first.key.start, end: first.key.end }, label: 'first here' }],
      help: helpFor(source, first, again, isSame === true, isFlow),
    },
  );
}

/** Whether two values are the same; undefined for maps and lists that are not the same text, or have an alias. */
function areSame({ text }: Source, one: DocumentNode, other: DocumentNode): boolean | undefined {
  if (one.type === 'scalar' && other.type === 'scalar') return Object.is(one.value, other.value);
  if (one.type !== other.type) return false;
  const [first, again] = [one, other].map(({ alias, start, end }) =>
    alias === undefined ? text.slice(start, end).trimEnd() : '*',
  );
  return first === again && first?.includes('*') === false ? true : undefined;
}

/** Lines are named where they hold the entry and nothing else: in a block, not behind the `- ` of a list. */
function helpFor(source: Source, first: Entry, again: Entry, isSame: boolean, isFlow: boolean): string {
  const [one, other] = [linesOf(source, first), linesOf(source, again)];
  if (isFlow || other === undefined) return 'delete one of the two';
  if (isSame) return `delete ${other}`;
  return one === undefined ? 'delete one of the two' : `delete ${one} or ${other}`;
}

function linesOf(source: Source, { key, value }: Entry): string | undefined {
  const line = lineAt(source.text, key.start);
  if (source.text.slice(line.start, key.start).trim() !== '') return undefined;
  const range = value.alias ?? value;
  const end = range.start + source.text.slice(range.start, range.end).trimEnd().length;
  return lineRange(lineColumn(source, key.start).line, lineColumn(source, Math.max(end, key.end)).line);
}
