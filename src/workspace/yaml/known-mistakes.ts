import { quoted } from '../../model/problem.ts';
import type { Place, Source } from '../../model/document.ts';

interface Known {
  readonly place: Place;
  readonly says: string;
  readonly help: string;
}

interface At {
  readonly start: number;
  readonly code: string;
}

/** What people do that a parser only sees the consequences of; said in the terms of what they did. */
export function knownMistake(source: Source, { start, code }: At): Known | undefined {
  const line = lineAt(source.text, start);
  return (
    conflict(source) ??
    template(source, line) ??
    lineWithoutColon(source, line, code) ??
    starText(source, start, code) ??
    shellVariable(source, line, start) ??
    outdented(source, line, code) ??
    deeper(source, line, start, code)
  );
}

interface Line {
  readonly start: number;
  readonly text: string;
}

function lineAt(text: string, offset: number): Line {
  const start = offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
  const newline = text.indexOf('\n', start);
  return { start, text: text.slice(start, newline === -1 ? text.length : newline).trimEnd() };
}

/** The place of what is on a line, without its indentation. */
function contentOf(source: Source, { start, text }: Line): Place {
  const indent = text.length - text.trimStart().length;
  return { source, start: start + indent, end: start + Math.max(text.length, indent) };
}

function conflict(source: Source): Known | undefined {
  const at = conflicts.get(source) ?? source.text.search(/^(?:<{7}|>{7}|={7}|\|{7})(?=[ \r\n]|$)/m);
  conflicts.set(source, at);
  if (at === -1) return undefined;
  return {
    place: contentOf(source, lineAt(source.text, at)),
    says: 'git could not merge this and left its marks here',
    help: 'keep one side, and delete the lines that begin with `<<<<<<<`, `=======` and `>>>>>>>`',
  };
}

/** Where the first mark of a file stands, or -1: a file may have an error in each of many documents. */
const conflicts = new WeakMap<Source, number>();

function template(source: Source, line: Line): Known | undefined {
  const open = line.text.indexOf('{{');
  if (open === -1 || !line.text.includes('}}', open)) return undefined;
  const start = line.start + open;
  const end = line.start + line.text.lastIndexOf('}}') + 2;
  return { place: { source, start, end }, ...templateWords };
}

/** What is to be filled in by another tool before it is YAML. */
export const templateWords = {
  says: 'this is a template, but files are read as they are',
  help: 'render it first, or write `$(name)` for what differs between environments',
} as const;

/** A line of a map that is not an entry: the parser takes it and the next one for one long key. */
function lineWithoutColon(source: Source, line: Line, code: string): Known | undefined {
  if (code !== 'MULTILINE_IMPLICIT_KEY') return undefined;
  const [, key, between, value] = /^\s*([\w-]+)(:?)\s*(\S.*)?$/.exec(line.text) ?? [];
  if (key === undefined) return undefined;
  return {
    place: contentOf(source, line),
    says:
      between === ':'
        ? `${quoted(key)} has no space after its \`:\``
        : `${quoted(key)} has no \`:\` after it`,
    help: value === undefined ? `write ${quoted(`${key}:`)}` : `write ${quoted(`${key}: ${value}`)}`,
  };
}

/** `*` alone, and `*.example.com`: a text that YAML takes for an alias. */
function starText(source: Source, start: number, code: string): Known | undefined {
  const { text } = source;
  if (code !== 'BAD_ALIAS' || text[start] !== '*') return undefined;
  const word = /^\*\S*/.exec(text.slice(start, start + 80))?.[0] ?? '*';
  return {
    place: { source, start, end: start + word.length },
    says: 'an unquoted string cannot begin with `*`',
    help: `put quotes around it: ${quoted(`"${word}"`)}`,
  };
}

/** `{ secret: ${NAME} }`: inside braces another brace begins a mapping. */
function shellVariable(source: Source, line: Line, start: number): Known | undefined {
  for (const { 0: whole, 1: name = '', index } of line.text.matchAll(/\$\{(\w+)\}?/g)) {
    const from = line.start + index;
    if (start < from || start > from + whole.length + 2) continue;
    return {
      place: { source, start: from, end: from + whole.length },
      says: `${quoted(`\${${name}}`)} is not an expression of Edgewright, and needs quotes inside \`{ }\``,
      help: `write \`$(secret:${name.toUpperCase()})\` for a secret, or \`$(${name.toLowerCase()})\` for a variable`,
    };
  }
  return undefined;
}

/** A key at the margin, between lines that are indented alike. */
function outdented(source: Source, line: Line, code: string): Known | undefined {
  if (code !== 'BLOCK_AS_IMPLICIT_KEY' || line.start === 0) return undefined;
  const above = lineAt(source.text, line.start - 1);
  const below = lineAt(source.text, Math.min(line.start + line.text.length + 1, source.text.length));
  const indent = indentOf(above);
  if (indent <= indentOf(line) || indentOf(below) !== indent) return undefined;
  if (!/^[\w-]+:\s/.test(line.text.trimStart())) return undefined;
  return {
    place: contentOf(source, line),
    says: 'this line is indented less than the lines above and below it',
    help: `indent it by ${indent} spaces, as they are`,
  };
}

function indentOf({ text }: Line): number {
  return text.length - text.trimStart().length;
}

/** A value that goes on in the next line, where there is a key of its own: the line is indented too far. */
function deeper(source: Source, line: Line, start: number, code: string): Known | undefined {
  if (code !== 'BLOCK_AS_IMPLICIT_KEY') return undefined;
  const value = line.text.slice(start - line.start);
  if (/:(?:\s|$)/.test(value)) {
    return {
      place: { source, start, end: line.start + line.text.length },
      says: 'a second `: ` on the same line',
      help: 'put quotes around a value that has `: ` in it',
    };
  }
  const next = lineAt(source.text, Math.min(line.start + line.text.length + 2, source.text.length));
  if (!/^\s+[\w-]+:(?:\s|$)/.test(next.text)) return undefined;
  return {
    place: contentOf(source, next),
    says: 'this line is indented deeper than the key above it, which has its value already',
    help: 'indent it by as many spaces as the key above it',
  };
}
