/**
 * Globs over paths, matched folder by folder. A walk carries the positions that its folder has reached in each pattern,
 * so it enters only folders that may match and compares each name with few segments. The time is linear in the name for
 * every pattern, unlike that of a regular expression made from a malicious glob. An address is matched as a path of two
 * names.
 */

/** The positions that a path has reached in the patterns. */
export interface GlobState {
  readonly reached: readonly PatternState[];
  /** A pattern matches the path so far, and no `!` pattern does. */
  readonly isMatch: boolean;
}

interface Pattern {
  readonly isNegative: boolean;
  readonly segments: readonly string[];
}

interface PatternState {
  readonly pattern: Pattern;
  readonly at: number;
}

/** The state at the root for some globs; `problems` has the invalid ones by index. */
export function startGlobs(globs: readonly string[]): {
  readonly state: GlobState;
  readonly problems: ReadonlyMap<number, string>;
} {
  const problems = new Map<number, string>();
  const reached: PatternState[] = [];
  for (const [index, glob] of globs.entries()) {
    const patterns = parseGlob(glob);
    if (typeof patterns === 'string') problems.set(index, patterns);
    else for (const pattern of patterns) reach(reached, { pattern, at: 0 });
  }
  return { state: { reached, isMatch: false }, problems };
}

/** The state after one more name; undefined if nothing below can match. */
export function stepGlobs({ reached }: GlobState, name: string): GlobState | undefined {
  const next: PatternState[] = [];
  for (const { pattern, at } of reached) {
    const segment = pattern.segments[at];
    if (segment === undefined) continue;
    if (segment === '**') {
      if (!name.startsWith('.')) reach(next, { pattern, at });
    } else if (matchesSegment(segment, name)) reach(next, { pattern, at: at + 1 });
  }
  if (next.length === 0) return undefined;
  const ended = next.filter(({ pattern, at }) => at === pattern.segments.length);
  return { reached: next, isMatch: ended.length > 0 && ended.every(({ pattern }) => !pattern.isNegative) };
}

/** Whether a pattern matches the path or address and no `!` pattern does. */
export function isMatched(start: GlobState, path: string): boolean {
  let state: GlobState | undefined = start;
  for (const name of path.split('/')) state &&= stepGlobs(state, name);
  return state?.isMatch === true;
}

/** Whether a pattern of addresses is for certain resources, and not for a whole kind with all future ones. */
export function namesResource(glob: string): boolean {
  return /\/.*[a-z0-9]/.test(glob);
}

export function matchesGlob(glob: string, path: string): boolean {
  return isMatched(startGlobs([glob]).state, path);
}

/** `**` also matches zero folders, so the position after it is reached as well. */
function reach(list: PatternState[], { pattern, at: from }: PatternState): void {
  for (let at = from; ; at++) {
    if (hasReached(list, pattern, at)) return;
    list.push({ pattern, at });
    if (pattern.segments[at] !== '**') return;
  }
}

/** Positions of one pattern are adjacent, so only those are searched. */
function hasReached(list: readonly PatternState[], pattern: Pattern, at: number): boolean {
  for (let index = list.length - 1; list[index]?.pattern === pattern; index--) {
    if (list[index]?.at === at) return true;
  }
  return false;
}

const maxAlternatives = 100;
const maxLength = 1000;

function parseGlob(glob: string): readonly Pattern[] | string {
  const isNegative = glob.startsWith('!');
  const text = (isNegative ? glob.slice(1) : glob).replace(/^\.\//, '');
  if (text === '') return 'is empty';
  if (text.length > maxLength) return `is longer than ${maxLength} characters`;
  if (text.includes('\\')) return 'has a `\\`; folders are separated by `/`';
  if (text.startsWith('/')) return 'begins with `/`; it is read from the root of the workspace';
  const texts = expandBraces(text);
  if (typeof texts === 'string') return texts;
  const patterns = texts.map((alternative) => ({ isNegative, segments: alternative.split('/') }));
  const segments = patterns.flatMap((pattern) => pattern.segments);
  if (segments.includes('..')) return 'leaves the workspace';
  if (segments.includes('')) return 'has an empty folder name in it';
  if (segments.some((segment) => /\[[^\]]*$/.test(segment))) return 'has a `[` that is not closed';
  return patterns;
}

/** Expands `a.{b,c}` to `a.b` and `a.c`; returns a message if the braces are invalid. */
function expandBraces(text: string): readonly string[] | string {
  let texts = [text];
  for (let round = 0; texts.some((alternative) => alternative.includes('{')); round++) {
    if (round > maxAlternatives) return 'has too many alternatives in `{}`';
    const next: string[] = [];
    for (const pattern of texts) {
      const inner = /\{([^{}]*)\}/.exec(pattern);
      if (inner === null && pattern.includes('{')) return 'has a `{` that is not closed';
      const alternatives = inner?.[1]?.split(',') ?? [''];
      const [head, tail] = [
        pattern.slice(0, inner?.index ?? pattern.length),
        pattern.slice((inner?.index ?? 0) + (inner?.[0].length ?? pattern.length)),
      ];
      if (next.length + alternatives.length > maxAlternatives) return 'has too many alternatives in `{}`';
      next.push(...alternatives.map((alternative) => `${head}${alternative}${tail}`));
    }
    texts = next;
  }
  return texts.some((alternative) => alternative.includes('}')) ? 'has a `}` without a `{`' : texts;
}

/** `*` matches any characters, `?` one, `[abc]` one of these, `[!abc]` any other. None matches a leading `.`. */
function matchesSegment(segment: string, name: string): boolean {
  if (name.startsWith('.') && !segment.startsWith('.')) return false;
  let [at, from, starAt, starFrom] = [0, 0, -1, 0];
  while (from < name.length) {
    const length = segment[at] === '*' ? 0 : matchOne(segment, at, name.charAt(from));
    if (length > 0) {
      at += length;
      from++;
    } else if (segment[at] === '*') {
      starAt = ++at;
      starFrom = from;
    } else if (starAt !== -1) {
      at = starAt;
      from = ++starFrom;
    } else return false;
  }
  return /^\**$/.test(segment.slice(at));
}

/** The number of segment characters that match the character; 0 for no match. */
function matchOne(segment: string, at: number, character: string): number {
  if (segment[at] === '?') return 1;
  if (segment[at] !== '[') return segment[at] === character ? 1 : 0;
  const end = segment.indexOf(']', at + 2);
  if (end === -1) return 0;
  const isNot = segment[at + 1] === '!';
  const isIn = inSet(segment.slice(at + (isNot ? 2 : 1), end), character);
  return isIn === isNot ? 0 : end + 1 - at;
}

function inSet(set: string, character: string): boolean {
  for (let at = 0; at < set.length; at++) {
    const last = set[at + 1] === '-' && at + 2 < set.length ? set.charAt(at + 2) : undefined;
    if (last === undefined ? set[at] === character : set.charAt(at) <= character && character <= last)
      return true;
    if (last !== undefined) at += 2;
  }
  return false;
}
