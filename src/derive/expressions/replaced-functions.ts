/**
 * Functions of the CEL library that are unsuitable and cannot be replaced there. They are renamed before parsing, to
 * names of the same length, so that every position stays valid.
 */
import { childrenOf, type ASTNode } from './ast.ts';

/** The methods that take a time zone; a duration has some of them too, without one. */
const methodsOfTime = [
  'getDate',
  'getDayOfMonth',
  'getDayOfWeek',
  'getDayOfYear',
  'getFullYear',
  'getHours',
  'getMilliseconds',
  'getMinutes',
  'getMonth',
  'getSeconds',
] as const;

export type MethodOfTime = (typeof methodsOfTime)[number];

const called = { has: '_h_', timestamp: '_imestamp' } as const;
const methods = {
  matches: '_match_',
  ...(Object.fromEntries(methodsOfTime.map((name) => [name, `_${name.slice(1)}`])) as Record<
    MethodOfTime,
    string
  >),
};

/** The names of our replacements, by the name of the function that each replaces. */
export const ourFunctions = { ...called, ...methods };

type ReplacedName = keyof typeof ourFunctions;

/** The text with the replaced functions renamed. `ast` must be the tree of the original text. */
export function withOurFunctions(text: string, ast: ASTNode): string {
  let changed = text;
  for (const { start, name } of replacedCalls(text, ast)) {
    changed = changed.slice(0, start) + ourFunctions[name] + changed.slice(start + name.length);
  }
  return changed;
}

interface ReplacedCall {
  readonly name: ReplacedName;
  readonly start: number;
}

function* replacedCalls(text: string, node: ASTNode): Generator<ReplacedCall> {
  if (node.op === 'call' && isIn(called, node.args[0])) yield { name: node.args[0], start: node.start };
  if (node.op === 'rcall' && isReplaced(node.args[0], node.args[2].length)) {
    const [name, receiver, [first]] = node.args;
    // Only punctuation, comments and the name are between the receiver and the argument.
    const between = text.slice(receiver.end, first?.start ?? node.end);
    const bare = between.replaceAll(/\/\/[^\n]*/g, (comment) => ' '.repeat(comment.length));
    yield { name: name as ReplacedName, start: receiver.end + bare.indexOf(name) };
  }
  for (const child of childrenOf(node)) yield* replacedCalls(text, child);
}

function isReplaced(name: string, values: number): boolean {
  return isIn(methods, name) && (values > 0 || name === 'getDayOfYear' || name === 'matches');
}

function isIn<Name extends string>(table: Readonly<Record<Name, string>>, name: string): name is Name {
  return Object.hasOwn(table, name);
}

/** Puts the standard function names back into a message of the library. */
export function withStandardNames(message: string): string {
  let standard = message;
  for (const [name, ourName] of Object.entries(ourFunctions)) standard = standard.replaceAll(ourName, name);
  return standard;
}
