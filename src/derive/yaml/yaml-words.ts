import { problem } from '../../model/problem.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { Place, Source } from '../../model/document.ts';
import { knownMistake } from './mistakes/known-mistake.ts';
import type { YamlMistake } from './mistakes/yaml-mistake.ts';
import { lineAt, writes } from './mistakes/yaml-lines.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';

export interface LibraryError {
  readonly start: number;
  readonly end: number;
  readonly code: string;
  readonly message: string;
  /** The document that it was found in, if known; an unclosed part may be reported in the next one. */
  readonly document?: number | undefined;
}

/** Whether an error is about a tag, which does not make its document unreadable. */
export function isAboutTag({ code }: LibraryError): boolean {
  return code === 'TAG_RESOLVE_FAILED' || code === 'BAD_COLLECTION_TYPE';
}

interface Words {
  readonly code: string;
  /** A part of the library's message, if the code covers several mistakes. */
  readonly when?: string;
  readonly says: string;
  readonly help?: string;
}

/** Our messages for the library's codes; the first matching row counts. `$` stands for the text at the place. */
const table: readonly Words[] = [
  { code: 'BLOCK_AS_IMPLICIT_KEY', when: 'sequence', says: 'a list cannot be a key' },
  {
    code: 'BLOCK_AS_IMPLICIT_KEY',
    says: 'a second `: ` on the same line',
    help: 'put quotes around a value that has `: ` in it',
  },
  { code: 'TAB_AS_INDENT', says: 'a tab cannot indent a line', help: 'replace the tab with spaces' },
  {
    code: 'BAD_INDENT',
    when: 'mapping items',
    says: 'this line is not in the column of the keys around it',
    help: 'indent it by as many spaces as they are',
  },
  {
    code: 'BAD_INDENT',
    when: 'sequence items',
    says: 'this line is not in the column of the items around it',
    help: 'indent it by as many spaces as they are',
  },
  {
    code: 'BAD_INDENT',
    when: 'Block scalar',
    says: 'this line of a block scalar is indented less than its first line',
    help: 'indent all lines of the block alike',
  },
  {
    code: 'BAD_INDENT',
    when: 'end with a ]',
    says: 'a `[` is not closed, or its lines are not indented enough',
    help: 'close it, or indent what is inside it',
  },
  {
    code: 'BAD_INDENT',
    when: 'end with a }',
    says: 'a `{` is not closed, or its lines are not indented enough',
    help: 'close it, or indent what is inside it',
  },
  { code: 'BAD_INDENT', says: 'the indentation does not fit the lines around it' },
  {
    code: 'MISSING_CHAR',
    when: 'followed by map values',
    says: 'a key without a `:` after it',
    help: 'write `key: value`, with a space after the colon',
  },
  {
    code: 'MISSING_CHAR',
    when: 'space after :',
    says: 'a `:` without a space after it',
    help: 'write `key: value`',
  },
  {
    code: 'MISSING_CHAR',
    when: 'Missing ,',
    says: 'a `,` is missing between two items',
    help: 'put it behind the item before this one',
  },
  {
    code: 'MISSING_CHAR',
    when: 'must end with a }',
    says: 'a `{` is not closed',
    help: 'add the closing `}`',
  },
  {
    code: 'MISSING_CHAR',
    when: 'must end with a ]',
    says: 'a `[` is not closed',
    help: 'add the closing `]`',
  },
  { code: 'MISSING_CHAR', when: 'Comments must', says: 'a comment needs a space before its `#`' },
  { code: 'MISSING_CHAR', when: 'without - indicator', says: 'an item of a list without its `- `' },
  { code: 'MISSING_CHAR', when: 'Tags and anchors', says: 'a tag or an anchor needs a space after it' },
  {
    code: 'MISSING_CHAR',
    when: 'explicit indentation',
    says: 'a block scalar begins with an empty line that is indented more than the text',
    help: 'take the spaces out of that line',
  },
  {
    code: 'MISSING_CHAR',
    when: 'same line with directives-end',
    says: 'a map or list cannot begin on the line of `---`',
    help: 'begin it on the next line',
  },
  { code: 'MISSING_CHAR', when: 'directives-end', says: 'a `%` line must be followed by `---`' },
  { code: 'MISSING_CHAR', says: 'a character is missing here' },
  {
    code: 'MULTILINE_IMPLICIT_KEY',
    says: 'a key over several lines',
    help: 'a `:` may be missing on the line above',
  },
  { code: 'KEY_OVER_1024_CHARS', says: 'a key longer than 1024 characters' },
  {
    code: 'BAD_SCALAR_START',
    says: 'an unquoted string cannot begin with $',
    help: 'put quotes around it',
  },
  {
    code: 'BAD_DQ_ESCAPE',
    says: '$ means nothing in double quotes',
    help: 'double the backslash, or use single quotes',
  },
  { code: 'BLOCK_IN_FLOW', says: 'an indented map or list cannot be inside `[]` or `{}`' },
  {
    code: 'BAD_ALIAS',
    says: 'an anchor or alias without a proper name',
    help: 'write `&name` and `*name`, with a space after it',
  },
  { code: 'ALIAS_PROPS', says: 'an alias cannot have an anchor or a tag of its own' },
  { code: 'MULTIPLE_ANCHORS', says: 'a value can have only one anchor' },
  { code: 'MULTIPLE_TAGS', says: 'a value can have only one tag' },
  { code: 'BAD_PROP_ORDER', says: 'an anchor or tag on the wrong side of $' },
  { code: 'BAD_DIRECTIVE', says: 'a `%` line that YAML does not know' },
  { code: 'VERSION', says: 'another version of YAML: files are read as YAML 1.2', help: 'delete the line' },
  { code: 'DOC_END', says: 'a `...` with no document before it', help: 'delete the line' },
  { code: 'UNEXPECTED_TOKEN', when: 'Unexpected ,', says: 'a `,` with nothing before it' },
  { code: 'UNEXPECTED_TOKEN', when: 'empty item', says: 'a `,` with nothing before it' },
  {
    code: 'UNEXPECTED_TOKEN',
    when: 'Block scalar header',
    says: 'a block scalar cannot begin with this',
    help: 'write `|` or `|-`, and the text on the next line',
  },
  {
    code: 'UNEXPECTED_TOKEN',
    when: 'block-seq-ind',
    says: 'a list cannot begin on the line of its key',
    help: 'begin it on the next line',
  },
  { code: 'UNEXPECTED_TOKEN', says: '$ is not expected here' },
];

/** The diagnostic for a syntax error, or for a tag. */
export function inOurWords(source: Source, error: LibraryError): Diagnostic {
  const known = isAboutTag(error) ? undefined : knownMistake(source, error);
  if (known !== undefined) {
    const { place, says, ...more } = known;
    return problem('yaml-syntax', place, says, more);
  }
  const place = placeOf(source, error);
  if (isAboutTag(error)) {
    const { says, ...more } = wordsOfTag(source, place.start);
    return problem('yaml-unknown-tag', place, says, more);
  }
  const words = table.find(
    ({ code, when }) => code === error.code && (when === undefined || error.message.includes(when)),
  );
  const message = words?.says.replace('$', () => wordAt(source, place.start)) ?? 'this is not YAML';
  return problem('yaml-syntax', place, message, withoutUndefined({ help: words?.help }));
}

interface TagWords extends Pick<YamlMistake, 'says' | 'help'> {
  readonly why?: string;
}

/** Words for `!name`: an expression that begins with `!`, the tag of another tool, or any other tag. */
function wordsOfTag(source: Source, start: number): TagWords {
  const line = lineAt(source.text, start);
  const written = line.text.slice(start - line.start);
  const [, tag = '', value = ''] = /^!(\S*)\s*(.*)$/.exec(written) ?? [];
  if (/^[\w.]*[([]|^[a-z]+\.\w/.test(tag) || /^(?:&&|\|\||[=!<>]=|[<>]|in)\s/.test(value)) {
    const meant = isComparison(tag, value) ? `!(${written.slice(1)})` : written;
    const quote = meant.includes('"') ? "'" : '"';
    const isQuotable = !meant.includes(quote) && !/[\\#]|,$/.test(meant);
    return {
      says: 'an unquoted string cannot begin with `!`',
      why: 'YAML reads the word behind a `!` as a tag, which is not part of the value.',
      help: (isQuotable ? writes(line, `${quote}${meant}${quote}`) : undefined) ?? 'put quotes around it',
    };
  }
  const [, kind = ''] = /^(?:(inc(?:lude)?|import|file)|secret|vault)$/i.exec(tag) ?? [];
  const isTool = /^(?:inc(?:lude)?|import|file|secret|vault)$/i.test(tag) && /^[\w./-]+$/.test(value);
  return {
    says: `the tag ${wordAt(source, start)} is not known`,
    help: isTool
      ? `write \`$(${kind === '' ? `secret:${secretName(value)}` : `file:${value}`})\``
      : 'delete the tag; put quotes around a value that is meant as text',
  };
}

/** Whether it is one comparison with a value that `!` is not for: `!req.method == 'GET'` without its parentheses. */
function isComparison(tag: string, value: string): boolean {
  return /^[\w.]+$/.test(tag) && /^(?:[=!<>]=|[<>]|in)\s+(?!true\b|false\b)(?!.*(?:&&|\|\|))/.test(value);
}

/** The name of a secret of another tool, as names of secrets are written here. */
function secretName(name: string): string {
  return name
    .toUpperCase()
    .replaceAll(/\W/g, '_')
    .replace(/^(?=\d)/, '_');
}

/** The best place to show an error: at the content after the indentation, or at the end of an unclosed part. */
function placeOf(source: Source, error: LibraryError): Place {
  const start = Math.min(seenAt(source.text, error), source.text.length);
  return { source, start, end: Math.min(Math.max(error.end, start), source.text.length) };
}

function seenAt(text: string, { start, code, message }: LibraryError): number {
  if (message.includes('end with a ')) return text.slice(0, start).trimEnd().length;
  return code === 'BAD_INDENT'
    ? start + (/^ */.exec(text.slice(start, start + 200))?.[0].length ?? 0)
    : start;
}

/** The word at an offset: a single punctuation character, or at most 20 characters. */
function wordAt({ text }: Source, start: number): string {
  const word = /^(?:\\.|[^\w\s]|\S{1,20})/u.exec(text.slice(start, start + 40))?.[0];
  if (word === undefined) return start >= text.length ? 'the end of the file' : 'white space';
  const tag = word.startsWith('!') ? /^\S{1,30}/.exec(text.slice(start, start + 40))?.[0] : undefined;
  return `\`${(tag ?? word).replaceAll('`', "'")}\``;
}

/** The message for a document that goes on with another one. */
export const secondKindWords = 'a second `kind` in one document: the `---` between them is missing';
