/** Patterns (RE2) as trees, as far as conditions and samples need them; undefined for the others. */
import { rememberLatest } from '../../text/remember-last.ts';

export type PatternNode =
  | { readonly is: 'character'; readonly text: string }
  | { readonly is: 'class'; readonly ranges: readonly CharacterRange[]; readonly isNegated: boolean }
  /** Any character is one but a line feed, unless a flag says otherwise. */
  | { readonly is: 'start' | 'end' | 'any' }
  | { readonly is: 'sequence' | 'choice'; readonly nodes: readonly PatternNode[] }
  | { readonly is: 'repeat'; readonly node: PatternNode; readonly least: number; readonly most: number };

export type CharacterRange = readonly [first: string, last: string];

export interface PatternTree {
  readonly node: PatternNode;
  /** The flags in front of it, such as `i`. */
  readonly flags: string;
}

/** The tree of a pattern; undefined if it has a part that is not read here. */
export const patternTree = rememberLatest(1000, (pattern: string): PatternTree | undefined => {
  const [head = '', flags = ''] = /^\(\?([ims]+)\)/.exec(pattern) ?? [];
  const reader = { characters: Array.from(pattern.slice(head.length)), at: 0 };
  const node = readChoice(reader);
  return node === undefined || reader.at < reader.characters.length ? undefined : { node, flags };
});

/** The characters, and the place of the next one. */
interface Reader {
  readonly characters: readonly string[];
  at: number;
}

function isNext(reader: Reader, text: string): boolean {
  const isFound = reader.characters[reader.at] === text;
  if (isFound) reader.at++;
  return isFound;
}

function readChoice(reader: Reader): PatternNode | undefined {
  const nodes: PatternNode[] = [];
  do {
    const sequence = readSequence(reader);
    if (sequence === undefined) return undefined;
    nodes.push(sequence);
  } while (isNext(reader, '|'));
  const [first, ...others] = nodes;
  return others.length === 0 ? first : { is: 'choice', nodes };
}

function readSequence(reader: Reader): PatternNode | undefined {
  const nodes: PatternNode[] = [];
  while (reader.at < reader.characters.length && !/[|)]/.test(reader.characters[reader.at] ?? '')) {
    const atom = readAtom(reader);
    const node = atom === undefined ? undefined : readRepeat(reader, atom);
    if (node === undefined) return undefined;
    nodes.push(node);
  }
  return { is: 'sequence', nodes };
}

const counts: Readonly<Record<string, readonly [number, number]>> = {
  '*': [0, Number.POSITIVE_INFINITY],
  '+': [1, Number.POSITIVE_INFINITY],
  '?': [0, 1],
};

function readRepeat(reader: Reader, node: PatternNode): PatternNode | undefined {
  const next = reader.characters[reader.at] ?? '';
  const count = Object.hasOwn(counts, next) ? counts[next] : undefined;
  if (count !== undefined) {
    reader.at++;
    isNext(reader, '?');
    return { is: 'repeat', node, least: count[0], most: count[1] };
  }
  if (next !== '{') return node;
  const text = reader.characters.slice(reader.at).join('');
  const [written, least = '', comma, most = ''] = /^\{(\d{1,4})(,)?(\d{1,4})?\}/.exec(text) ?? [];
  if (written === undefined) return undefined;
  reader.at += written.length;
  isNext(reader, '?');
  const last = comma === undefined ? Number(least) : most === '' ? Number.POSITIVE_INFINITY : Number(most);
  return { is: 'repeat', node, least: Number(least), most: last };
}

function readAtom(reader: Reader): PatternNode | undefined {
  const next = reader.characters[reader.at++] ?? '';
  switch (next) {
    case '^':
      return { is: 'start' };
    case '$':
      return { is: 'end' };
    case '.':
      return { is: 'any' };
    case '(':
      return readGroup(reader);
    case '[':
      return readClass(reader);
    case '\\':
      return readEscape(reader);
    default:
      return /[*+?{]/.test(next) ? undefined : { is: 'character', text: next };
  }
}

function readGroup(reader: Reader): PatternNode | undefined {
  const text = reader.characters.slice(reader.at, reader.at + 100).join('');
  const [head = ''] = /^\?(?::|P?<\w+>)/.exec(text) ?? [];
  reader.at += head.length;
  const node = isNext(reader, '?') ? undefined : readChoice(reader);
  return isNext(reader, ')') ? node : undefined;
}

const digits: readonly CharacterRange[] = [['0', '9']];
const letters: readonly CharacterRange[] = [
  ['a', 'z'],
  ['A', 'Z'],
];

const classes: Readonly<Record<string, readonly CharacterRange[]>> = {
  d: digits,
  w: [...letters, ...digits, ['_', '_']],
  s: [
    [' ', ' '],
    ['\t', '\n'],
    ['\f', '\r'],
  ],
};

const controls: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', f: '\f', v: '\v' };

function readEscape(reader: Reader): PatternNode | undefined {
  const next = reader.characters[reader.at++] ?? '';
  if (next === 'A') return { is: 'start' };
  if (next === 'z') return { is: 'end' };
  const ranges = Object.hasOwn(classes, next.toLowerCase()) ? classes[next.toLowerCase()] : undefined;
  if (ranges !== undefined) return { is: 'class', ranges, isNegated: next !== next.toLowerCase() };
  const text = escaped(next);
  return text === undefined ? undefined : { is: 'character', text };
}

/** The character that an escape names. */
function escaped(next: string): string | undefined {
  if (Object.hasOwn(controls, next)) return controls[next];
  return /^[!-/:-@[-`{-~]$/.test(next) ? next : undefined;
}

function readClass(reader: Reader): PatternNode | undefined {
  const isNegated = isNext(reader, '^');
  const ranges: CharacterRange[] = [];
  // A bracket in the first place stands for itself.
  do {
    const first = readMember(reader);
    if (first === undefined) return undefined;
    if (typeof first !== 'string') ranges.push(...first);
    else {
      const isRange = reader.characters[reader.at] === '-' && reader.characters[reader.at + 1] !== ']';
      if (isRange) reader.at++;
      const last = isRange ? readMember(reader) : first;
      if (typeof last !== 'string') return undefined;
      ranges.push([first, last]);
    }
  } while (!isNext(reader, ']'));
  return { is: 'class', ranges, isNegated };
}

/** A character of a class, or the ranges of a class in it. */
function readMember(reader: Reader): string | readonly CharacterRange[] | undefined {
  const next = reader.characters[reader.at++];
  if (next === undefined || (next === '[' && reader.characters[reader.at] === ':')) return undefined;
  if (next !== '\\') return next;
  const name = reader.characters[reader.at++] ?? '';
  return Object.hasOwn(classes, name) ? classes[name] : escaped(name);
}
