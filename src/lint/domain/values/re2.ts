/**
 * Checks the syntax of RE2 (https://github.com/google/re2/wiki/Syntax, Go's regexp/syntax) in one pass from left to
 * right without recursion, in linear time. Only well-formedness is checked, so nothing is built except a stack of open
 * groups. A library would have to be a whole engine, and reports no position in its errors.
 */
import { readClass } from './re2-class.ts';
import { readEscape } from './re2-escape.ts';
import { rememberLast } from '../../../text/remember-last.ts';
import { malformedRe2, unsupported, type Re2Problem } from './re2-problem.ts';

export interface Re2Syntax {
  readonly problem?: Re2Problem;
  /** The first nested unbounded repetition, such as `(a+)+`: harmless in RE2, exponential in backtracking engines. */
  readonly nested?: { readonly start: number; readonly end: number };
}

interface Group {
  readonly start: number;
  /** The largest product of nested repetition counts inside the group. */
  size: number;
  /** Whether the last part read in the group is an unbounded repetition. */
  endsInRepeat: boolean;
}

interface Reader {
  readonly text: string;
  at: number;
  readonly open: Group[];
  readonly names: Set<string>;
  /** The part that a repetition would apply to, and its size; undefined at the start of an alternative. */
  atom: { readonly start: number; readonly size: number; readonly endsInRepeat: boolean } | undefined;
  /** The repetition that was just read, if any. */
  repeat: { readonly start: number } | undefined;
  nested: Re2Syntax['nested'];
}

/** The last result is kept, because two rules check each pattern in a row. */
export const patternSyntax = rememberLast(re2Syntax);

export function re2Syntax(text: string): Re2Syntax {
  const top: Group = { start: 0, size: 1, endsInRepeat: false };
  const reader: Reader = {
    text,
    at: 0,
    open: [top],
    names: new Set(),
    atom: undefined,
    repeat: undefined,
    nested: undefined,
  };
  let problem: Re2Problem | undefined;
  while (problem === undefined && reader.at < text.length) problem = readToken(reader);
  const group = reader.open.at(-1);
  if (problem === undefined && group !== undefined && group !== top)
    problem = malformedRe2('the group is never closed', group.start, group.start + 1);
  return {
    ...(problem === undefined ? {} : { problem }),
    ...(reader.nested === undefined ? {} : { nested: reader.nested }),
  };
}

function readToken(reader: Reader): Re2Problem | undefined {
  const { text, at } = reader;
  switch (text.charAt(at)) {
    case '(':
      return openGroup(reader);
    case ')':
      return closeGroup(reader);
    case '|':
      reader.at++;
      settle(reader);
      reader.atom = undefined;
      reader.repeat = undefined;
      return undefined;
    case '*':
    case '+':
    case '?':
      return readRepeat(reader, at + 1, 1, text[at] !== '?');
    case '{':
      return readCount(reader);
    case '[':
      return take(reader, readClass(text, at));
    case '\\':
      return text.startsWith('\\Q', at) ? takeLiteral(reader) : take(reader, readEscape(text, at));
    default:
      return take(reader, { end: at + ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1) });
  }
}

/** Consumes one repeatable part of the pattern. */
function take(reader: Reader, result: Re2Problem | { readonly end: number }): Re2Problem | undefined {
  if ('what' in result) return result;
  const { at: start } = reader;
  reader.at = result.end;
  settle(reader);
  reader.atom = { start, size: 1, endsInRepeat: false };
  reader.repeat = undefined;
  return undefined;
}

/** `\Q…\E`: everything between is literal; the end of the pattern ends it too. */
function takeLiteral(reader: Reader): Re2Problem | undefined {
  const { text, at } = reader;
  const close = text.indexOf('\\E', at + 2);
  const end = close === -1 ? text.length : close + 2;
  if (close !== at + 2 && at + 2 < text.length) return take(reader, { end });
  reader.at = end;
  return undefined;
}

/** Adds the last part to its group, since no repetition of it follows. */
function settle({ open, atom }: Reader): void {
  const group = open.at(-1);
  if (group === undefined || atom === undefined) return;
  group.size = Math.max(group.size, atom.size);
  group.endsInRepeat = atom.endsInRepeat;
}

const mostDepth = 1000;

function openGroup(reader: Reader): Re2Problem | undefined {
  const { text, at, open } = reader;
  if (text[at + 1] === '?') {
    const head = /\?(?:P?<([^>)]*)>|([imsU]*(?:-[imsU]+)?)([:)]))/y;
    head.lastIndex = at + 1;
    const match = head.exec(text);
    if (match === null) return perlGroup(text, at);
    const [whole, name, , end] = match;
    const after = at + 1 + whole.length;
    if (end === ')') {
      // `(?i)` sets flags for the rest of the group and cannot be repeated.
      reader.at = after;
      reader.repeat = undefined;
      return undefined;
    }
    if (name !== undefined) {
      // Lookbehind `(?<=` starts like a named group.
      if (/^[=!]/.test(name)) return perlGroup(text, at);
      if (!/^\w+$/.test(name))
        return malformedRe2('a group name has letters, digits and `_` only', at, after);
      if (reader.names.has(name)) return malformedRe2('two groups have this name', at, after);
      reader.names.add(name);
    }
    reader.at = after;
  } else reader.at = at + 1;
  if (open.length > mostDepth) return malformedRe2('groups nest too deeply', at, at + 1);
  settle(reader);
  open.push({ start: at, size: 1, endsInRepeat: false });
  reader.atom = undefined;
  reader.repeat = undefined;
  return undefined;
}

const perlGroups: readonly { readonly head: string; readonly what: string }[] = [
  { head: '(?=', what: 'lookahead' },
  { head: '(?!', what: 'lookahead' },
  { head: '(?<=', what: 'lookbehind' },
  { head: '(?<!', what: 'lookbehind' },
  { head: '(?>', what: 'an atomic group' },
  { head: '(?|', what: 'a branch reset' },
  { head: '(?#', what: 'a comment' },
  { head: '(?(', what: 'a condition' },
  { head: '(?&', what: 'recursion' },
  { head: '(?R', what: 'recursion' },
  { head: '(?P=', what: 'a backreference' },
  { head: '(?P>', what: 'recursion' },
];

function perlGroup(text: string, start: number): Re2Problem {
  const known = perlGroups.find(({ head }) => text.startsWith(head, start));
  if (known !== undefined) return unsupported(known.what, start, start + known.head.length);
  return malformedRe2('this kind of group is not known', start, Math.min(start + 3, text.length));
}

function closeGroup(reader: Reader): Re2Problem | undefined {
  const { at, open } = reader;
  const group = open.at(-1);
  if (group === undefined || open.length === 1) return malformedRe2('no group is open here', at, at + 1);
  settle(reader);
  open.pop();
  reader.at++;
  reader.atom = { start: group.start, size: group.size, endsInRepeat: group.endsInRepeat };
  reader.repeat = undefined;
  return undefined;
}

/** Reads `{n}`, `{n,}` or `{n,m}`; any other `{` is a literal brace. */
function readCount(reader: Reader): Re2Problem | undefined {
  const { text, at } = reader;
  const form = /\{(\d+)(?:(,)(\d*))?\}/y;
  form.lastIndex = at;
  const match = form.exec(text);
  if (match === null) return take(reader, { end: at + 1 });
  const [whole, from = '', comma, to] = match;
  const least = Number(from);
  const most = comma === undefined ? least : to === '' || to === undefined ? undefined : Number(to);
  const end = at + whole.length;
  if (least > 1000 || (most ?? 0) > 1000)
    return malformedRe2('the most that can be counted is 1000', at, end);
  if (most !== undefined && most < least) return malformedRe2('the counts are the wrong way round', at, end);
  return readRepeat(reader, end, Math.max(1, most ?? least), most === undefined);
}

function readRepeat(
  reader: Reader,
  end: number,
  count: number,
  isUnbounded: boolean,
): Re2Problem | undefined {
  const { text, at, atom, repeat } = reader;
  const sign = text.slice(at, end);
  if (repeat !== undefined) {
    return sign === '+'
      ? unsupported('a possessive repetition', repeat.start, end)
      : malformedRe2('a repetition cannot be repeated without a group', at, end);
  }
  if (atom === undefined) return malformedRe2(`there is nothing for \`${sign}\` to repeat`, at, end);
  const size = atom.size * count;
  if (size > 1000) return malformedRe2('the repetitions multiply to more than 1000', at, end);
  if (isUnbounded && atom.endsInRepeat) reader.nested ??= { start: atom.start, end };
  reader.at = text[end] === '?' ? end + 1 : end;
  reader.atom = { start: atom.start, size, endsInRepeat: isUnbounded };
  reader.repeat = { start: at };
  return undefined;
}
