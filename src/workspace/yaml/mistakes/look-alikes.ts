import type { Source } from '../../../model/document.ts';
import { lineAt, type ParserReport, type YamlMistake } from './conflict-markers.ts';

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

/** The first look-alike on the line of an error or the line above: what follows it is often where the parser stops. */
export function lookAlike(source: Source, { start }: ParserReport): YamlMistake | undefined {
  const { text } = source;
  if (text.includes('\r') && !text.includes('\n')) return loneReturns(source);
  const line = lineAt(text, start);
  const above = line.start === 0 ? undefined : lineAt(text, line.start - 1);
  for (const one of [line, ...(above === undefined ? [] : [above])]) {
    const plain = withoutStrings(one.text);
    for (const [character, name, meant] of alike) {
      const found = character.exec(plain);
      if (found === null) continue;
      const at = one.start + found.index;
      return {
        place: { source, start: at, end: at + found[0].trimEnd().length },
        says: `${name} (${codePoint(found[0])}) is not part of YAML`,
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

function codePoint(text: string): string {
  return `U+${(text.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
