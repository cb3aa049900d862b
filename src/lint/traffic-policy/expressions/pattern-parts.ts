/** The parts that each text has that a pattern (RE2) matches. */
export interface PatternParts {
  /** The text that it begins with, of an anchored pattern. */
  readonly start: string | undefined;
  /** Single characters that are in it. */
  readonly texts: readonly string[];
  readonly isAnyCase: boolean;
}

const token = /\\(?:[pP](?:\w|\{[^}]*\})|[xu](?:\{[^}]*\}|\w{2})|.)|\[\^?\]?(?:\\.|[^\]\\])*\]|./gsu;
const quantifier = /^(?:[*+?]|\{\d*(?:,\d*)?\})\??/;

/** The patterns of which a pattern with one choice, such as `^(get|post)$`, is one or the other. */
export function alternativesOf(pattern: string): readonly string[] {
  const flags = pattern.startsWith('(?i)') ? '(?i)' : '';
  const bare = pattern.slice(flags.length);
  const [, before = '', inner, after = ''] =
    /^([^()|\\[\]]*)\((?:\?:)?([^()\\[\]]*)\)((?:\$|[^()|*+?{].*)?)$/s.exec(bare) ?? [];
  if (inner !== undefined && !/[()|]/.test(after))
    return inner.split('|').map((alternative) => `${flags}${before}${alternative}${after}`);
  return /[()\\[\]]/.test(bare) ? [pattern] : bare.split('|').map((alternative) => `${flags}${alternative}`);
}

/** Undefined of a pattern that is not a plain sequence: what all of its matches have is not looked for. */
export function patternParts(pattern: string): PatternParts | undefined {
  const isAnyCase = pattern.startsWith('(?i)');
  const bare = isAnyCase ? pattern.slice(4) : pattern;
  if (/[|()]|\\[QEbBAz]/.test(bare.replaceAll(/\\\\|\\[|()]|\[(?:\\.|[^\]\\])*\]/g, ''))) return undefined;
  const texts: string[] = [];
  const isAnchored = bare.startsWith('^');
  let start: string | undefined = isAnchored ? '' : undefined;
  let isPlain = isAnchored;
  for (let at = isAnchored ? 1 : 0; at < bare.length;) {
    token.lastIndex = at;
    const [word = ''] = token.exec(bare) ?? [];
    at += word.length;
    const [count = ''] = quantifier.exec(bare.slice(at)) ?? [];
    at += count.length;
    const character = characterOf(word);
    const isOptional = /^(?:[*?]|\{(?:0|,))/.test(count);
    if (character !== undefined && !isOptional) texts.push(character);
    if (isPlain && character !== undefined && !isOptional) start = (start ?? '') + character;
    if (character === undefined || count !== '') isPlain = false;
    if (word === '') break;
  }
  return { start, texts, isAnyCase };
}

/** The character that a token stands for; undefined for a class or an anchor. */
function characterOf(word: string): string | undefined {
  if (word.length === 1) return /[.^$[\]{}*+?\\]/.test(word) ? undefined : word;
  return /^\\[^\w\s]$/.test(word) ? word.slice(1) : undefined;
}
