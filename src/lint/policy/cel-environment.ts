/**
 * The only file that configures the CEL library: the variables and functions of a policy, with their types. The library
 * has a type checker and reports positions; it bounds the size of an expression, not its running time (see `cost/cost.ts`).
 * Two of its functions are unsuitable and cannot be replaced: `matches` runs patterns with JavaScript's engine, which a
 * hostile pattern keeps busy forever (ours takes linear time: RE2, or the native engine where it is as safe);
 * `has(spec.oidc.issuer)` fails if `oidc` is not set (ours is false, as CEL specifies for messages, and is
 * type-checked). Both are renamed before parsing, to names of the same length, so that every position stays valid.
 */
import { RE2JS } from '@bufbuild/re2';
import { Environment, type ASTNode } from '@marcbachmann/cel-js';
import { fieldsOf } from '../../derive/forms/fields.ts';
import type { Field, Fields } from '../../kinds/field.ts';
import { kinds } from '../../kinds/index.ts';
import type { KindName } from '../../kinds/kind.ts';
import { childrenOf } from './ast.ts';
import { classOf, OpaqueSecret } from './cel-values.ts';
import { hasMacro } from './has-macro.ts';
import { plainPattern } from './plain-pattern.ts';

/** The variables of an expression, in the order in which they are listed. */
export const variableTypes = {
  spec: 'spec',
  labels: 'map<string, string>',
  environment: 'string',
  address: 'string',
  name: 'string',
  kind: 'string',
} as const;

const environments = new Map<KindName, Environment>();

/** The CEL environment of a kind: variables, types and functions. */
export function celEnvironment(kind: KindName): Environment {
  const known = environments.get(kind) ?? makeEnvironment(kind);
  environments.set(kind, known);
  return known;
}

/** About ten times the size of a typical hand-written policy. */
const limits = {
  maxAstNodes: 500,
  maxDepth: 40,
  maxListElements: 200,
  maxMapEntries: 200,
  maxCallArguments: 8,
};

function makeEnvironment(kind: KindName): Environment {
  const environment = new Environment({ enableOptionalTypes: true, limits });
  environment.registerType('secret', { ctor: OpaqueSecret, fields: {} });
  const types = new Map<string, ObjectType>();
  objectTypes.set(kind, types);
  registerObject(environment, types, 'spec', { called: kind, fields: kinds[kind].fields });
  for (const [name, type] of Object.entries(variableTypes)) environment.registerVariable(name, type);
  environment.registerFunction(`string.${ours.matches}(string): bool`, matchesLinearly);
  environment.registerFunction(`${ours.has}(ast): bool`, hasMacro);
  return environment;
}

/** An object type in expressions: the name of its owner, and its fields. */
export interface ObjectType {
  readonly called: string;
  readonly fields: Fields;
}

const objectTypes = new Map<KindName, Map<string, ObjectType>>();

/** The object type behind a type name of the library; undefined for a type without fields. */
export function objectType(kind: KindName, type: string): ObjectType | undefined {
  celEnvironment(kind);
  return objectTypes.get(kind)?.get(type);
}

/** Registers the type of an object, nested objects first. */
function registerObject(
  environment: Environment,
  declared: Map<string, ObjectType>,
  name: string,
  object: ObjectType,
): void {
  const { fields } = object;
  declared.set(name, object);
  const types: Record<string, string> = {};
  for (const [key, field] of Object.entries(fields)) {
    if (field.readOnly === true) continue;
    const inner = fieldsOf(field);
    const type = `${name}_${key}`;
    if (inner !== undefined) registerObject(environment, declared, type, { called: key, fields: inner });
    types[key] = inner === undefined ? typeOf(field) : type;
  }
  environment.registerType(name, { ctor: classOf(fields), fields: types });
}

function typeOf(field: Field): string {
  switch (field.type) {
    case 'string':
      return field.secret === true ? 'secret' : 'string';
    case 'boolean':
      return 'bool';
    case 'int64':
    case 'uint32':
      return 'int';
    case 'float64':
      return 'double';
    case 'list':
      return 'list<string>';
    case 'map':
      return 'map<string, string>';
    case 'ref':
    case 'module':
    case 'object':
      throw new Error(`a ${field.type} has no type of one value`);
  }
}

/** The names of our replacements, by the name of the function that each replaces. */
const ours = { matches: '_match_', has: '_h_' } as const;

const longestPattern = 500;
const patterns = new Map<string, Pick<RE2JS, 'test'>>();

function matchesLinearly(text: string, pattern: string): boolean {
  if (pattern.length > longestPattern) throw new Error(`a pattern has at most ${longestPattern} characters`);
  const known = patterns.get(pattern) ?? plainPattern(pattern) ?? RE2JS.compile(pattern);
  if (patterns.size < 100) patterns.set(pattern, known);
  return known.test(text);
}

/** The error in a pattern, in RE2's words; undefined if it is valid. */
export function patternProblem(pattern: string): string | undefined {
  try {
    matchesLinearly('', pattern);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The text with the replaced functions renamed. `ast` must be the tree of the original text. */
export function withOurFunctions(text: string, ast: ASTNode): string {
  let changed = text;
  for (const { start, name } of replacedCalls(text, ast)) {
    changed = changed.slice(0, start) + ours[name] + changed.slice(start + name.length);
  }
  return changed;
}

interface ReplacedCall {
  readonly name: keyof typeof ours;
  readonly start: number;
}

function* replacedCalls(text: string, node: ASTNode): Generator<ReplacedCall> {
  if (node.op === 'call' && node.args[0] === 'has') yield { name: 'has', start: node.start };
  if (node.op === 'rcall' && node.args[0] === 'matches') {
    const [name, receiver, [first]] = node.args;
    // Only punctuation, comments and the name are between the receiver and the argument.
    const between = text.slice(receiver.end, first?.start ?? node.end);
    const bare = between.replaceAll(/\/\/[^\n]*/g, (comment) => ' '.repeat(comment.length));
    yield { name, start: receiver.end + bare.indexOf(name) };
  }
  for (const child of childrenOf(node)) yield* replacedCalls(text, child);
}

/** Puts the standard function names back into a message of the library. */
export function withStandardNames(message: string): string {
  return message.replaceAll(ours.matches, 'matches').replaceAll(ours.has, 'has');
}

/** The functions and methods that expressions may call. */
export function functionNames(): readonly string[] {
  const { functions } = celEnvironment('https-route').getDefinitions();
  return [...new Set(functions.map(({ name }) => withStandardNames(name)))];
}
