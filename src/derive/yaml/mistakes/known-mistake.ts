import type { RelatedPlace } from '../../../model/diagnostic.ts';
import type { Source } from '../../../model/document.ts';
import { codePointOf } from '../../../text/hidden-characters.ts';
import { conflict } from './conflict-markers.ts';
import { wrongIndent } from './indents.ts';
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
import { templateWords } from './template-words.ts';

/** Characters that look like those of YAML and are not, with the ones that are meant. */
const alike: readonly (readonly [RegExp, name: string, meant: string])[] = [
  [/[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/u, 'a no-break or wide space', 'a plain space'],
  [/\uff1a/u, 'a full-width colon', '`: `'],
  [/(?<=[:\s[{,-]\s*)[\u201c\u201d\u201e]/u, 'a typographic quotation mark', '`"`'],
  [/(?<=[:\s[{,-]\s*)[\u2018\u2019\u201a]/u, 'a typographic quotation mark', "`'`"],
  [/(?<=[:\s[{,-]\s*)`/u, 'a backtick', '`"`, and another at the end'],
  [/[\u2010-\u2014]\s/u, 'a dash that YAML does not know', '`- `'],
  [/\ufeff/u, 'a byte order mark', 'nothing: delete it'],
];

/** No one writes a longer line by hand; each of its thousands of reports would read it whole. */
const longestLine = 10_000;

/** Recognizes common mistakes behind a parser error, and describes them in the user's terms. */
export function knownMistake(source: Source, at: ParserReport): YamlMistake | undefined {
  const { start, code } = at;
  const line = lineAt(source.text, start);
  if (line.text.length > longestLine) return conflict(source);
  return (
    conflict(source) ??
    documentMark(source, line) ??
    lookAlike(source, at) ??
    slashComment(source, line) ??
    escapeUnknown(source, line, at) ??
    template(source, line) ??
    lineWithoutColon(source, line, at) ??
    starText(source, start, code) ??
    shellVariable(source, line, start) ??
    spacedExpression(source, line, at) ??
    wrongIndent(source, at) ??
    openQuote(source, at) ??
    openBracket(source, at) ??
    commaMissing(source, at) ??
    textWithoutQuotes(source, start, code)
  );
}

/** `--` or `----` on a line of its own, which is meant to begin a document. The parser may stop a line below. */
function documentMark(source: Source, line: Line): YamlMistake | undefined {
  const above = line.start === 0 ? undefined : lineAt(source.text, line.start - 1);
  const mark = [line, above].find(
    (candidate) => candidate !== undefined && /^(?:--|-{4,})$/.test(candidate.text),
  );
  if (mark === undefined) return undefined;
  return {
    place: contentOf(source, mark),
    says: `a document begins with \`---\`, not with ${quoted(mark.text)}`,
    help: 'write `---`',
  };
}

function template(source: Source, line: Line): YamlMistake | undefined {
  const open = line.text.indexOf('{{');
  if (open === -1 || !line.text.includes('}}', open)) return undefined;
  const start = line.start + open;
  const end = line.start + line.text.lastIndexOf('}}') + 2;
  return { place: { source, start, end }, ...templateWords(line, start) };
}

/** `"\d"`: a pattern in double quotes. The help writes it in single ones, in which a backslash is itself. */
function escapeUnknown(source: Source, line: Line, { start, code }: ParserReport): YamlMistake | undefined {
  if (code !== 'BAD_DQ_ESCAPE') return undefined;
  const strings = [...line.text.matchAll(/"((?:[^"\\]|\\.)*)"/g)];
  const [, text] = strings.find(
    ({ 0: whole, index }) => start > line.start + index && start < line.start + index + whole.length,
  ) ?? [''];
  const help =
    text === undefined || /'|\\["\\/abefnrtv0xuU]/.test(text) ? undefined : writes(line, `'${text}'`);
  if (help === undefined) return undefined;
  return {
    place: { source, start, end: start + 2 },
    says: `${quoted(source.text.slice(start, start + 2))} means nothing in double quotes`,
    help,
  };
}

/** `// comment`, as in JavaScript. */
function slashComment(source: Source, line: Line): YamlMistake | undefined {
  const [, comment] = /^\s*\/\/+\s*(.*)$/.exec(line.text) ?? [];
  if (comment === undefined) return undefined;
  return {
    place: contentOf(source, line),
    says: 'a comment begins with `#`, not with `//`',
    help: writes(line, `# ${comment}`) ?? 'write `#` in place of `//`',
  };
}

/** A line of a map without a colon: the parser reads it and the next line as one long key. */
function lineWithoutColon(
  source: Source,
  line: Line,
  { code, message }: ParserReport,
): YamlMistake | undefined {
  if (code !== 'MULTILINE_IMPLICIT_KEY' && !message.includes('followed by map values')) return undefined;
  const [, key, between, value] = /^\s*([\w-]+)(:?)\s*(\S.*)?$/.exec(line.text) ?? [];
  if (key === undefined) return undefined;
  const text = between === ':' ? undefined : unindentedText(source, line);
  if (text !== undefined) return text;
  return {
    place: contentOf(source, line),
    says:
      between === ':'
        ? `${quoted(key)} has no space after its \`:\``
        : `${quoted(key)} has no \`:\` after it`,
    help: writes(line, value === undefined ? `${key}:` : `${key}: ${value}`) ?? `write \`${key}: …\``,
  };
}

/** A line of text below the key that it belongs to, and not indented deeper. */
function unindentedText(source: Source, line: Line): YamlMistake | undefined {
  const above = contentAbove(source.text, line);
  if (above === undefined) return undefined;
  const key = keyOfLine(above);
  const isBlock = /:\s+[|>][-+\d]*(?:\s+#.*)?$/.test(above.text);
  const isText = isBlock || /:\s+["']?[^\s"'[{&*!|>#]/.test(above.text);
  if (key === undefined || !isText || (!isBlock && indentOf(line) >= indentOf(above))) return undefined;
  // A key whose colon is missing has what belongs to it below.
  if (!isBlock && isDeeperBelow(source, line)) return undefined;
  return {
    place: contentOf(source, line),
    says: `this line is indented less than the text of ${quoted(key)} above it`,
    help: `indent it by ${spaces(indentOf(above) + 2)}`,
  };
}

function isDeeperBelow({ text }: Pick<Source, 'text'>, line: Line): boolean {
  const newline = text.indexOf('\n', line.start);
  return newline !== -1 && indentOf(lineAt(text, newline + 1)) > indentOf(line);
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

/** `$(secret: NAME)` without quotes: YAML takes the name for a value below a key. */
function spacedExpression(source: Source, line: Line, { code }: ParserReport): YamlMistake | undefined {
  const found = /\$\((\w+):\s+([^()\s]+)\s*\)/.exec(line.text);
  if (found === null || (code !== 'BLOCK_AS_IMPLICIT_KEY' && code !== 'BLOCK_IN_FLOW')) return undefined;
  const [whole, type = '', name = ''] = found;
  const start = line.start + found.index;
  return {
    place: { source, start, end: start + whole.length },
    says: `${quoted(whole)} has a space after its \`:\``,
    help: writes(line, `$(${type}:${name})`) ?? 'delete the space',
  };
}

/** An unclosed quotation mark. The intended string is the rest of its line, unless brackets or a comma are in it. */
function openQuote(source: Source, { start, code, message }: ParserReport): YamlMistake | undefined {
  if (code !== 'MISSING_CHAR' || !message.startsWith('Missing closing')) return undefined;
  const quote = message.includes('"') ? '"' : "'";
  const opened = openingQuote(source.text, quote, start);
  const line = lineAt(source.text, opened);
  const below = closedBelow(source, line, { opened, quote });
  if (below !== undefined) return below;
  const rest = line.text.slice(opened - line.start);
  const isPlain = rest.length > 1 && !/[,\]}#]|\\$/.test(rest) && !goesOn(source, line);
  const end = opened + Math.max(rest.length, 1);
  return {
    place: { source, start: opened, end },
    says: `this string has no closing \`${quote}\``,
    related: [
      ...(isPlain ? [{ place: { source, start: end, end }, label: `\`${quote}\` is missing here` }] : []),
      ...linesTaken(source, end, start),
    ],
    help:
      (isPlain ? writes(line, `${rest}${quote}`) : undefined) ?? `add \`${quote}\` at the end of the string`,
  };
}

/**
 * A string that is closed some lines below, of which a line is not indented deeper than its key. An entry or item in
 * between would be taken into a string that is not closed.
 */
function closedBelow(
  source: Source,
  line: Line,
  { opened, quote }: { readonly opened: number; readonly quote: string },
): YamlMistake | undefined {
  const string = quote === '"' ? /"(?:[^"\\]|\\[^])*"/y : /'(?:[^']|'')*'/y;
  string.lastIndex = opened;
  const end = opened + (string.exec(source.text.slice(0, opened + longestLine))?.[0].length ?? 0);
  const last = lineAt(source.text, Math.max(opened, end - 1));
  if (last.start === line.start || !/^[\s,\]}]*(?:#.*)?$/.test(last.text.slice(end - last.start)))
    return undefined;
  let shallow: Line | undefined;
  for (let at = line.start + line.text.length; at < last.start;) {
    const next = lineAt(source.text, source.text.indexOf('\n', at) + 1);
    if (keyOfLine(next) !== undefined || /^\s*(?:- |---$)/.test(next.text)) return undefined;
    if (next.text !== '' && indentOf(next) <= indentOf(line)) shallow ??= next;
    at = next.start + next.text.length;
  }
  const key = keyOfLine(line);
  if (shallow === undefined) return undefined;
  return {
    place: contentOf(source, shallow),
    says: `this line continues the string${key === undefined ? '' : ` of ${quoted(key)}`}, but is not indented deeper`,
    related: [{ place: { source, start: opened, end: opened + 1 }, label: 'the string begins here' }],
    help: `indent it by ${spaces(indentOf(line) + 2)}`,
  };
}

/** An unclosed bracket, shown where it opens: the parser stops only where something cannot be inside it. */
function openBracket(source: Source, { start, message }: ParserReport): YamlMistake | undefined {
  const close = /(?:end with an? |Missing closing )([\]}])/.exec(message)?.[1];
  if (close === undefined) return undefined;
  const open = close === ']' ? '[' : '{';
  const opened = openingBracket(source.text, open, start);
  if (opened === undefined) return undefined;
  const line = lineAt(source.text, opened);
  const lineEnd = line.start + line.text.length;
  const isOneLine = source.text.slice(lineEnd, start).trim() === '';
  const rest = line.text.slice(opened - line.start);
  return {
    place: { source, start: opened, end: isOneLine ? lineEnd : opened + 1 },
    says: `this \`${open}\` is not closed`,
    ...(isOneLine
      ? {
          related: [
            { place: { source, start: lineEnd, end: lineEnd }, label: `\`${close}\` is missing here` },
          ],
        }
      : {}),
    help:
      (isOneLine && rest.length > 1 && isBalanced(rest.slice(1))
        ? writes(line, `${rest}${rest.startsWith('{ ') ? ' ' : ''}${close}`)
        : undefined) ?? `add \`${close}\` after its last item; the lines between must be indented`,
  };
}

function isBalanced(text: string): boolean {
  const count = (bracket: string): number => text.split(bracket).length;
  return count('[') === count(']') && count('{') === count('}');
}

/**
 * The last bracket of this kind before an offset that is not closed there. It begins a value, so text is before none.
 */
function openingBracket(text: string, open: string, end: number): number | undefined {
  const stack: number[] = [];
  const from = Math.max(0, end - longestLine);
  const pieces =
    /"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|(?<=^|\s)#.*$|^---.*$|[[{](?<=(?:[:\-,?]\s+|[[{]\s*|^\s*)[[{])|[\]}]/gm;
  for (const { 0: piece, index } of text.slice(from, end).matchAll(pieces)) {
    if (piece === '[' || piece === '{') stack.push(from + index);
    else if (piece === ']' || piece === '}') stack.pop();
    else if (piece.startsWith('---')) stack.length = 0;
  }
  return stack.findLast((at) => text[at] === open);
}

/** Whether the line below is meant as a part of the string: it is indented deeper, and no entry. */
function goesOn({ text }: Source, line: Line): boolean {
  const newline = text.indexOf('\n', line.start);
  return isDeeperBelow({ text }, line) && keyOfLine(lineAt(text, newline + 1)) === undefined;
}

/** Where YAML ends a string that runs on behind its line: all in between is taken for a part of it. */
function linesTaken(source: Source, lineEnd: number, stringEnd: number): readonly RelatedPlace[] {
  const end = source.text.slice(0, stringEnd).trimEnd().length;
  if (end <= lineEnd) return [];
  return [{ place: { source, start: end - 1, end }, label: 'the string runs on to here' }];
}

/** The quotation mark that opens the string ending at an offset: the last one that is not escaped. */
function openingQuote(text: string, quote: string, end: number): number {
  let at = text.lastIndexOf(quote, end - 1);
  while (at > 0 && text[at - 1] === (quote === '"' ? '\\' : quote)) at = text.lastIndexOf(quote, at - 2);
  return Math.max(at, 0);
}

/** A missing comma. The parser stops at the next item; the comma belongs after the one before. */
function commaMissing(source: Source, at: ParserReport): YamlMistake | undefined {
  const start = nextItem(source.text, at);
  if (start === undefined) return undefined;
  const from = Math.max(0, start - 200);
  const before = source.text.slice(from, start).trimEnd();
  const end = from + before.length;
  const item = /(?:"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[^\s,{}[\]"']+|[}\]])$/.exec(before)?.[0];
  if (item === undefined) return undefined;
  const help = writes(lineAt(source.text, end), `${item},`);
  return {
    place: { source, start: end - item.length, end },
    says: `a \`,\` is missing after ${help === undefined ? 'this item' : quoted(item)}`,
    help: help ?? 'add a `,` after it',
  };
}

/**
 * The offset of the item that lacks a comma before it. For `{ a: "x" b: 1 }` the parser reports a block map in braces.
 */
function nextItem(text: string, { start, code, message }: ParserReport): number | undefined {
  if (code === 'MISSING_CHAR') return message.includes('Missing ,') ? start : undefined;
  if (code !== 'BLOCK_IN_FLOW') return undefined;
  const [, item = ''] = /^((?:"[^"\n]*"|'[^'\n]*')\s+)[\w-]+:\s/.exec(text.slice(start, start + 200)) ?? [];
  return item === '' ? undefined : start + item.length;
}

/** An unquoted string that starts with a reserved character: `@` or `%`. */
function textWithoutQuotes(source: Source, start: number, code: string): YamlMistake | undefined {
  if (code !== 'BAD_SCALAR_START') return undefined;
  const word = /^[^\s,[\]{}"]{1,60}(?=[\s,\]}]|$)/.exec(source.text.slice(start, start + 80))?.[0];
  const first = source.text[start];
  if (word === undefined || first === undefined || first === '`') return undefined;
  return {
    place: { source, start, end: start + word.length },
    says: `an unquoted string cannot begin with \`${first}\``,
    help: writes(lineAt(source.text, start), `"${word}"`) ?? 'put quotes around it',
  };
}

/** The first look-alike on the line of an error or the line above: what follows it is often where the parser stops. */
function lookAlike(source: Source, { start }: ParserReport): YamlMistake | undefined {
  const { text } = source;
  if (text.includes('\r') && !text.includes('\n')) return loneReturns(source);
  const line = lineAt(text, start);
  const above = line.start === 0 ? undefined : lineAt(text, line.start - 1);
  for (const candidate of [line, ...(above === undefined ? [] : [above])]) {
    const plain = withoutStrings(candidate.text);
    for (const [character, name, meant] of alike) {
      const found = character.exec(plain);
      if (found === null) continue;
      const at = candidate.start + found.index;
      return {
        place: { source, start: at, end: at + found[0].trimEnd().length },
        says: `${name} (${codePointOf(found[0])}) is not part of YAML`,
        help: meant.startsWith('nothing') ? 'delete it' : `write ${meant}`,
      };
    }
  }
  return undefined;
}

/** Files of old systems. Neither YAML tools nor git see lines in them. */
function loneReturns(source: Source): YamlMistake {
  const at = source.text.indexOf('\r');
  return {
    place: { source, start: at, end: at + 1 },
    says: 'the lines of this file end in a carriage return alone (CR)',
    help: 'save the file with line feeds (LF)',
  };
}

/** With the content of strings in quotes and of comments blanked: what is in them is text. */
function withoutStrings(line: string): string {
  return line.replaceAll(/"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|(?<=^|\s)#.*$/g, (text) =>
    ' '.repeat(text.length),
  );
}
