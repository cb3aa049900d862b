import type { Diagnostic } from '../../model/diagnostic.ts';
import type { Entry, Source } from '../../model/document.ts';
import { problem, quoted } from '../../model/problem.ts';
import { keyName } from './duplicate-keys.ts';
import { lineAt, lineRange } from './mistakes/text-line.ts';
import { lineColumn } from './position.ts';

/** A key that its map has twice: whether the values differ, and which lines may be deleted. No value is repeated: it may be a secret. */
export function duplicateKey(source: Source, first: Entry, again: Entry, isFlow: boolean): Diagnostic {
  const isSame = textOf(source, first) === textOf(source, again);
  const isOther = !isSame && first.value.type === 'scalar' && again.value.type === 'scalar';
  const { start, end } = again.key;
  return problem(
    'yaml-duplicate-key',
    { source, start, end },
    `${quoted(keyName(again))} is declared twice`,
    {
      label: `again here${isSame ? ', with the same value' : isOther ? ', with another value' : ''}`,
      related: [{ place: { source, start: first.key.start, end: first.key.end }, label: 'first here' }],
      help: helpFor(source, first, again, isSame, isFlow),
    },
  );
}

function textOf({ text }: Source, { value }: Entry): string {
  const { start, end } = value.alias ?? value;
  return text.slice(start, end).trimEnd();
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
