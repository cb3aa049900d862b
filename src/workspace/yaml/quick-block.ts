import type { ScalarNode } from '../../model/document.ts';
import { charCodes, skipSpaces, toLineEnd, type Cursor } from './cursor.ts';
import { scalar } from './quick-scalars.ts';

/** A literal block (`|`, `|-`) below a node at `column`. Undefined for rare forms, such as an indentation indicator. */
export function literalBlock(cursor: Cursor, column: number): ScalarNode | undefined {
  const { text, at: start } = cursor;
  const isStripped = text.charCodeAt(start + 1) === charCodes.minus;
  cursor.at = start + (isStripped ? 2 : 1);
  if (!toLineEnd(cursor)) return undefined;
  const lines: string[] = [];
  let indent = -1;
  let end = -1;
  let waiting = 0;
  for (let line = cursor.at; line < text.length;) {
    const content = skipSpaces(text, line);
    const newline = text.indexOf('\n', content);
    const stop = newline === -1 ? text.length : newline;
    if (content === stop) {
      // White space indented as deep as the block would be part of its value.
      if (content - line > column) return undefined;
      waiting++;
    } else {
      if (indent === -1) indent = content - line;
      if (text.charCodeAt(content) === charCodes.tab) return undefined;
      if (content - line < indent || indent <= column) break;
      for (; waiting > 0; waiting--) lines.push('');
      lines.push(text.slice(line + indent, stop));
      end = stop;
      cursor.at = Math.min(stop + 1, text.length);
    }
    line = stop + 1;
  }
  if (end === -1) return undefined;
  return scalar(start, end, isStripped ? lines.join('\n') : `${lines.join('\n')}\n`, 'literal');
}
