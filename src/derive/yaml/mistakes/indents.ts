import type { Source } from '../../../model/document.ts';
import { lineColumn } from '../../../text/line-column.ts';
import { quoted } from '../../../text/quoted.ts';
import type { ParserReport, YamlMistake } from './yaml-mistake.ts';
import {
  contentAbove,
  contentOf,
  indentOf,
  keyOfLine,
  lineAt,
  spaces,
  writes,
  type Line,
} from './yaml-lines.ts';

/** A line with wrong indentation, and the column that was probably intended. */
export function wrongIndent(source: Source, { start, code, message }: ParserReport): YamlMistake | undefined {
  const line = lineAt(source.text, start);
  if (code === 'TAB_AS_INDENT') return tab(source, line);
  if (code === 'BAD_INDENT' && message.includes('items')) return betweenColumns(source, line);
  if (code !== 'BLOCK_AS_IMPLICIT_KEY') return undefined;
  return outdented(source, line) ?? secondColon(source, line, start) ?? deeper(source, line);
}

function tab(source: Source, line: Line): YamlMistake | undefined {
  const [, before = '', tabs = ''] = /^( *)(\t[\t ]*)/.exec(line.text) ?? [];
  if (tabs === '') return undefined;
  const above = contentAbove(source.text, line);
  const column =
    above === undefined || above.text.endsWith(':') || above.text.includes('\t') ? 0 : indentOf(above);
  const start = line.start + before.length;
  return {
    place: { source, start, end: start + tabs.length },
    says: 'this line is indented with a tab, but YAML allows only spaces',
    help:
      column > before.length
        ? `replace the tab with ${spaces(column - before.length)}`
        : 'replace each tab with 2 spaces',
  };
}

/** No open map or list is in this line's column: the nearest column is that of a line above. */
function betweenColumns(source: Source, line: Line): YamlMistake | undefined {
  const ownIndent = indentOf(line);
  let meant: Line | undefined;
  for (let above = contentAbove(source.text, line); above !== undefined;) {
    const indent = indentOf(above);
    if (meant === undefined || indent < indentOf(meant)) {
      if (meant === undefined || Math.abs(indent - ownIndent) < Math.abs(indentOf(meant) - ownIndent))
        meant = above;
    }
    if (indent === 0) break;
    above = contentAbove(source.text, above);
  }
  if (meant === undefined) return undefined;
  if (indentOf(meant) === ownIndent) {
    const content = line.text.trim();
    return {
      place: contentOf(source, line),
      says: 'this line is in the column of the list items, but has no `- `',
      help: writes(line, `- ${content}`) ?? 'write `- ` before it',
    };
  }
  const key = named(line);
  return {
    place: contentOf(source, line),
    says: `${key} is indented by ${spaces(ownIndent)}, which fits no line above it`,
    help: `indent it by ${spaces(indentOf(meant))}, as ${named(meant)}`,
    related: [{ place: contentOf(source, meant), label: `indented by ${spaces(indentOf(meant))}` }],
  };
}

/** A key that is indented less than the lines above and below it, which agree. */
function outdented(source: Source, line: Line): YamlMistake | undefined {
  if (line.start === 0) return undefined;
  const above = lineAt(source.text, line.start - 1);
  const below = lineAt(source.text, Math.min(line.start + line.text.length + 1, source.text.length));
  const indent = indentOf(above);
  if (indent <= indentOf(line) || indentOf(below) !== indent) return undefined;
  if (!/^[\w-]+:\s/.test(line.text.trimStart())) return undefined;
  return {
    place: contentOf(source, line),
    says: `${named(line)} is indented less than the lines above and below it`,
    help: `indent it by ${spaces(indent)}, as they are`,
  };
}

function secondColon(source: Source, line: Line, start: number): YamlMistake | undefined {
  const value = line.text.slice(start - line.start);
  if (!/:(?:\s|$)/.test(value)) return undefined;
  if (/^\s*- /.test(value))
    return (
      outdentedItem(source, line) ?? {
        place: contentOf(source, line),
        says: 'this list item is among the keys of a map',
        help: 'delete the `- `, or write the other keys as items, too',
      }
    );
  const quote = /["\\]/.test(value) ? "'" : '"';
  const quotable = value.includes(quote) ? undefined : writes(line, `${quote}${value}${quote}`);
  return {
    place: { source, start, end: line.start + line.text.length },
    says: 'a string with `: ` in it must be in quotes',
    help: quotable ?? 'put quotes around the value',
  };
}

/** A list item that is indented less than the first item of a list above it, but more than the key of that list. */
function outdentedItem(source: Source, line: Line): YamlMistake | undefined {
  const ownIndent = indentOf(line);
  let item: Line | undefined;
  for (let above = contentAbove(source.text, line); above !== undefined;) {
    if (indentOf(above) <= ownIndent) break;
    if (/^\s*- /.test(above.text) && (item === undefined || indentOf(above) <= indentOf(item))) item = above;
    above = contentAbove(source.text, above);
  }
  if (item === undefined) return undefined;
  const indent = spaces(indentOf(item));
  return {
    place: contentOf(source, line),
    says: `this list item is indented by ${spaces(ownIndent)}, which fits no list above it`,
    help: `indent it by ${indent}, as the item in line ${lineColumn(source, item.start).line}`,
    related: [{ place: contentOf(source, item), label: `indented by ${indent}` }],
  };
}

/** The next line has a key below a key that already has a value: it is indented too far. */
function deeper(source: Source, line: Line): YamlMistake | undefined {
  const next = lineAt(source.text, Math.min(line.start + line.text.length + 2, source.text.length));
  if (!/^\s+[\w-]+:(?:\s|$)/.test(next.text)) return undefined;
  return {
    place: contentOf(source, next),
    says: `${named(next)} is indented below ${named(line)}, which already has a value`,
    help: `indent it by ${spaces(indentOf(line))}, as ${named(line)}`,
    related: [{ place: contentOf(source, line), label: `indented by ${spaces(indentOf(line))}` }],
  };
}

function named(line: Line): string {
  const key = keyOfLine(line);
  return key === undefined ? 'this line' : quoted(key);
}
