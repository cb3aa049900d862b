/**
 * The one place that knows the CEL library: what a policy may name, with its type, and what its functions do. The
 * library has a type checker and says where in the text it found something; it bounds the size of an expression, not
 * its running time (see `cost.ts`). Its `matches` runs patterns with JavaScript's engine, which a hostile pattern keeps
 * busy for ever, so the method is renamed before parsing to one of ours, which runs RE2 in linear time. Both names have
 * seven letters: every position stays what it was.
 */
import { RE2JS } from '@bufbuild/re2';
import { Environment, type ASTNode } from '@marcbachmann/cel-js';
import { fieldsOf } from '../../derive/fields.ts';
import type { Field, Fields } from '../../kinds/field.ts';
import { kinds } from '../../kinds/index.ts';
import type { KindName } from '../../kinds/kind.ts';
import { childrenOf } from './ast.ts';
import { classOf, OpaqueSecret } from './cel-values.ts';

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

/** What expressions over a kind may say. */
export function celEnvironment(kind: KindName): Environment {
  const known = environments.get(kind) ?? makeEnvironment(kind);
  environments.set(kind, known);
  return known;
}

/** People write a tenth of this. */
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
  registerObject(environment, 'spec', kinds[kind].fields);
  for (const [name, type] of Object.entries(variableTypes)) environment.registerVariable(name, type);
  environment.registerFunction(`string.${linear}(string): bool`, matchesLinearly);
  return environment;
}

/** Declares the type of an object, those inside it first. */
function registerObject(environment: Environment, name: string, fields: Fields): void {
  const types: Record<string, string> = {};
  for (const [key, field] of Object.entries(fields)) {
    if (field.readOnly === true) continue;
    const inner = fieldsOf(field);
    const type = `${name}_${key}`;
    if (inner !== undefined) registerObject(environment, type, inner);
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

const standard = 'matches';
/** The name of our own method, as long as the one it replaces. */
const linear = 're2test';

const longestPattern = 500;
const patterns = new Map<string, RE2JS>();

function matchesLinearly(text: string, pattern: string): boolean {
  if (pattern.length > longestPattern) throw new Error(`a pattern has at most ${longestPattern} characters`);
  const known = patterns.get(pattern) ?? RE2JS.compile(pattern);
  if (patterns.size < 100) patterns.set(pattern, known);
  return known.test(text);
}

/** What is wrong with a pattern, in RE2's words. */
export function patternProblem(pattern: string): string | undefined {
  try {
    matchesLinearly('', pattern);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The text in which every call of `matches` is one of ours. `ast` is that of the text as it was written. */
export function withLinearMatches(text: string, ast: ASTNode): string {
  let changed = text;
  for (const node of callsOf(ast, standard)) {
    const [, receiver, [first]] = node.args;
    const end = first?.start ?? node.end;
    // Between the receiver and the argument stand nothing but punctuation, comments and the name.
    const between = text
      .slice(receiver.end, end)
      .replaceAll(/\/\/[^\n]*/g, (comment) => ' '.repeat(comment.length));
    const at = receiver.end + between.indexOf(standard);
    changed = changed.slice(0, at) + linear + changed.slice(at + standard.length);
  }
  return changed;
}

/** In messages of the library the method has its own name. */
export function withStandardNames(message: string): string {
  return message.replaceAll(linear, standard);
}

type MethodCall = Extract<ASTNode, { op: 'rcall' }>;

function* callsOf(node: ASTNode, name: string): Generator<MethodCall> {
  if (node.op === 'rcall' && node.args[0] === name) yield node;
  for (const child of childrenOf(node)) yield* callsOf(child, name);
}

/** The functions and methods that expressions may call. */
export function functionNames(): readonly string[] {
  const { functions } = celEnvironment('https-route').getDefinitions();
  return [...new Set(functions.map(({ name }) => (name === linear ? standard : name)))];
}
