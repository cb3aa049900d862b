/**
 * The only file that configures the CEL library: the variables and functions of a policy, with their types. The library
 * has a type checker and reports positions; it bounds the size of an expression, not its running time (see `cost/cost.ts`).
 * Some of its functions are replaced (see `functions/replaced.ts`): `matches` runs patterns with JavaScript's engine, which
 * a hostile pattern keeps busy forever (ours takes linear time: RE2, or the native engine where it is as safe);
 * `has(spec.oidc.issuer)` fails if `oidc` is not set (ours is false, as CEL specifies for messages, and is type-checked);
 * times depend on the time zone of the machine.
 */
import { RE2JS } from '@bufbuild/re2';
import { Environment, EvaluationError } from '@marcbachmann/cel-js';
import { fieldsOf } from '../../derive/forms/fields.ts';
import type { Field, Fields } from '../../kinds/field.ts';
import { kinds } from '../../kinds/index.ts';
import type { KindName } from '../../kinds/kind.ts';
import { classOf, OpaqueSecret } from './cel-values.ts';
import { hasMacro } from './functions/has-macro.ts';
import { plainPattern } from './functions/plain-pattern.ts';
import { ours, withStandardNames } from './functions/replaced.ts';
import { registerTimestamps } from './functions/timestamps.ts';

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
  const environment = environmentOfAll().clone();
  const types = new Map<string, ObjectType>();
  objectTypes.set(kind, types);
  registerObject(environment, types, 'spec', { called: kind, fields: kinds[kind].fields });
  for (const [name, type] of Object.entries(variableTypes)) environment.registerVariable(name, type);
  return environment;
}

let shared: Environment | undefined;

/** The types and functions of all kinds: registering them takes longer than copying them. */
function environmentOfAll(): Environment {
  if (shared !== undefined) return shared;
  shared = new Environment({ enableOptionalTypes: true, limits });
  shared.registerType('secret', { ctor: OpaqueSecret, fields: {} });
  shared.registerFunction(`string.${ours.matches}(string): bool`, matchesPattern);
  shared.registerFunction(`${ours.has}(ast): bool`, hasMacro);
  registerTimestamps(shared);
  return shared;
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

const longestPattern = 500;
const patterns = new Map<string, Pick<RE2JS, 'test'>>();

/** A pattern that is not a literal is first read here. */
function matchesPattern(text: string, pattern: string): boolean {
  try {
    return matchesLinearly(text, pattern);
  } catch (cause) {
    const problem = cause instanceof Error ? cause.message : String(cause);
    throw new EvaluationError(`the pattern cannot be read: ${problem}`, undefined, cause);
  }
}

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

/** The functions and methods that expressions may call. */
export function functionNames(): readonly string[] {
  const { functions } = celEnvironment('https-route').getDefinitions();
  return [...new Set(functions.map(({ name }) => withStandardNames(name)))];
}
