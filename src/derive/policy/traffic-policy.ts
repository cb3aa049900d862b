import { Composer, isNode, isScalar, Lexer, Parser, visit, type CST, type Document } from 'yaml';
import type { Json } from '../../model/value.ts';

/** The parsed text of a traffic policy, or its first problem (`offset` in UTF-16 units). */
export type ParsedPolicy = { readonly tree: Json } | Problem;

interface Problem {
  readonly problem: string;
  /** The text can be read, but in two ways. */
  readonly isTwice?: true;
  readonly offset: number;
}

/** Limits on nesting and tokens; beyond them, code that walks the tree could overflow the stack. */
const limits = { depth: 64, tokens: 200_000 } as const;

/** Reads a traffic policy: JSON first, then YAML 1.2 core. */
export function parsePolicy(text: string): ParsedPolicy {
  try {
    const tree = JSON.parse(text) as Json;
    return flawIn(text) ?? { tree };
  } catch {
    return parseYaml(text);
  }
}

/** A tree in which integers beyond double precision are `bigint`. */
export type ExactTree =
  | string
  | number
  | bigint
  | boolean
  | null
  | readonly ExactTree[]
  | { readonly [key: string]: ExactTree };

/** Like `parsePolicy` with exact integers: two long integers that round to the same number stay different. */
export function readPolicyExactly(text: string): { readonly tree: ExactTree } | Problem {
  if (!/\d{16}/.test(text)) return parsePolicy(text);
  const parsed = parseYaml(text, { intAsBigInt: true });
  return 'problem' in parsed ? parsed : { tree: withoutSmallBigints(parsed.tree) };
}

function withoutSmallBigints(tree: ExactTree): ExactTree {
  if (typeof tree === 'bigint') return Number.isSafeInteger(Number(tree)) ? Number(tree) : tree;
  if (typeof tree !== 'object' || tree === null) return tree;
  if (Array.isArray(tree)) return (tree as readonly ExactTree[]).map(withoutSmallBigints);
  return Object.fromEntries(Object.entries(tree).map(([key, item]) => [key, withoutSmallBigints(item)]));
}

/**
 * The problem in valid JSON: it is nested too deeply, or a key appears twice in one object. Parsers differ in which of
 * the two counts, so a rule that one applies may be invisible to another.
 */
function flawIn(json: string): Problem | undefined {
  const open: (Set<string> | undefined)[] = [];
  for (const { index, 0: mark, 1: colon } of json.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?|[[\]{}]/gs)) {
    if (mark === '[' || mark === '{') open.push(mark === '{' ? new Set() : undefined);
    else if (mark === ']' || mark === '}') open.pop();
    else if (colon !== undefined) {
      const key = JSON.parse(mark.slice(0, -colon.length)) as string;
      const keys = open.at(-1);
      if (keys?.has(key) === true) return twice(index);
      keys?.add(key);
    }
    if (open.length > limits.depth)
      return { problem: `nested more than ${limits.depth} deep`, offset: index };
  }
  return undefined;
}

function twice(offset: number): Problem {
  return { problem: 'a key that appears twice', offset, isTwice: true };
}

/** Private members of the library, whose version is pinned; tests fail if they change. */
interface ParserInside {
  readonly stack: readonly unknown[];
  readonly offset: number;
}
interface ComposerInside {
  onError: (
    at: number | readonly [number, number] | { readonly offset: number },
    code: string,
    message: string,
  ) => void;
}

function parseYaml(text: string, options: { readonly intAsBigInt?: true } = {}): ParsedPolicy {
  const tokens = tokensOf(text);
  if ('problem' in tokens) return tokens;
  const composer = new Composer({ schema: 'core', uniqueKeys: false, prettyErrors: false, ...options });
  let first: Problem | undefined;
  // The library's own handler builds an error with a stack trace for each mistake.
  (composer as unknown as ComposerInside).onError = (at, _code, problem) => {
    const offset = typeof at === 'number' ? at : 'offset' in at ? at.offset : at[0];
    if (first === undefined || offset < first.offset) first = { problem, offset };
  };
  const documents = [...composer.compose(tokens, true, text.length)];
  const second = documents[1];
  if (first !== undefined) return first;
  if (second !== undefined) return { problem: 'a second document', offset: second.range[0] };
  return badKeyIn(documents[0]) ?? treeOf(documents[0]);
}

/** Finds keys that are not text, and duplicate ones in linear time; the library would compare all pairs. */
function badKeyIn(document: Document.Parsed | undefined): Problem | undefined {
  let found: Problem | undefined;
  if (document === undefined) return undefined;
  visit(document, {
    Map: (_, { items }) => {
      const keys = new Set<string>();
      for (const { key } of items) {
        const offset = isNode(key) ? (key.range?.[0] ?? 0) : 0;
        if (!isScalar(key)) found ??= { problem: 'a key that is not text', offset };
        else if (keys.has(String(key.value))) found ??= twice(offset);
        else keys.add(String(key.value));
      }
      return found === undefined ? undefined : visit.BREAK;
    },
  });
  return found;
}

function tokensOf(text: string): readonly CST.Token[] | Problem {
  const parser = new Parser();
  const inside = parser as unknown as ParserInside;
  const tokens: CST.Token[] = [];
  let count = 0;
  for (const lexeme of new Lexer().lex(text)) {
    const { offset } = inside;
    for (const token of parser.next(lexeme)) tokens.push(token);
    // The stack also has the document, and sometimes a scalar.
    if (inside.stack.length > limits.depth + 2)
      return { problem: `nested more than ${limits.depth} deep`, offset };
    if (++count > limits.tokens) return { problem: `more than ${limits.tokens} words and marks`, offset };
  }
  for (const token of parser.end()) tokens.push(token);
  return tokens;
}

function treeOf(document: Document.Parsed | undefined): ParsedPolicy {
  try {
    return { tree: (document?.toJS({ maxAliasCount: 100 }) ?? null) as Json };
  } catch (error) {
    // An undefined alias, or too many aliases.
    return { problem: error instanceof Error ? error.message : String(error), offset: 0 };
  }
}
