import { quoted } from '../../../model/problem.ts';
import type { Source } from '../../../model/document.ts';
import { conflict } from './conflict-markers.ts';
import type { ParserReport, YamlMistake } from './mistake.ts';
import { wrongIndent } from './indents.ts';
import { commaMissing, openQuote, textWithoutQuotes } from './marks.ts';
import { contentOf, lineAt, writes, type Line } from './text-line.ts';

/** Recognizes common mistakes behind a parser error, and describes them in the user's terms. */
export function knownMistake(source: Source, at: ParserReport): YamlMistake | undefined {
  const { start, code } = at;
  const line = lineAt(source.text, start);
  return (
    conflict(source) ??
    template(source, line) ??
    lineWithoutColon(source, line, at) ??
    starText(source, start, code) ??
    shellVariable(source, line, start) ??
    wrongIndent(source, at) ??
    openQuote(source, at) ??
    commaMissing(source, at) ??
    textWithoutQuotes(source, start, code)
  );
}

function template(source: Source, line: Line): YamlMistake | undefined {
  const open = line.text.indexOf('{{');
  if (open === -1 || !line.text.includes('}}', open)) return undefined;
  const start = line.start + open;
  const end = line.start + line.text.lastIndexOf('}}') + 2;
  return { place: { source, start, end }, ...templateWords };
}

/** For text that another tool must render before it is YAML. */
export const templateWords = {
  says: 'this is a template, but files are read as they are',
  help: 'render it first, or write `$(name)` for what differs between environments',
} as const;

/** A line of a map without a colon: the parser reads it and the next line as one long key. */
function lineWithoutColon(
  source: Source,
  line: Line,
  { code, message }: ParserReport,
): YamlMistake | undefined {
  if (code !== 'MULTILINE_IMPLICIT_KEY' && !message.includes('followed by map values')) return undefined;
  const [, key, between, value] = /^\s*([\w-]+)(:?)\s*(\S.*)?$/.exec(line.text) ?? [];
  if (key === undefined) return undefined;
  return {
    place: contentOf(source, line),
    says:
      between === ':'
        ? `${quoted(key)} has no space after its \`:\``
        : `${quoted(key)} has no \`:\` after it`,
    help: writes(line, value === undefined ? `${key}:` : `${key}: ${value}`) ?? `write \`${key}: …\``,
  };
}

/** `*` alone, or `*.example.com`: a string that YAML reads as an alias. */
function starText(source: Source, start: number, code: string): YamlMistake | undefined {
  const { text } = source;
  if (code !== 'BAD_ALIAS' || text[start] !== '*') return undefined;
  const word = /^\*\S*/.exec(text.slice(start, start + 80))?.[0] ?? '*';
  return {
    place: { source, start, end: start + word.length },
    says: 'an unquoted string cannot begin with `*`',
    help: `put quotes around it: ${quoted(`"${word}"`)}`,
  };
}

/** `{ secret: ${NAME} }`: inside braces the second brace starts a mapping. */
function shellVariable(source: Source, line: Line, start: number): YamlMistake | undefined {
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
