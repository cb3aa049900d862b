/**
 * The only file that configures the CEL library: the variables and functions of a policy, with their types. The library
 * has a type checker and reports positions; it bounds the size of an expression, not its running time (see
 * `cost/cost.ts`). Some of its functions are replaced (see `derive/expressions/replaced.ts`): `matches` runs patterns
 * with JavaScript's engine, which a hostile pattern keeps busy forever (ours takes linear time: RE2, or the native
 * engine where it is as safe); `has(spec.oidc.issuer)` fails if `oidc` is not set (ours is false, as CEL specifies for
 * messages, and is type-checked); times depend on the time zone of the machine.
 */
import { Environment, EvaluationError, Optional, type ASTNode } from '@marcbachmann/cel-js';
import { matchesPattern } from '../../derive/expressions/linear-patterns.ts';
import { fieldsOf } from '../../derive/forms/fields.ts';
import type { Field, Fields } from '../../kinds/field.ts';
import { kindNames, kinds } from '../../kinds/index.ts';
import type { KindName } from '../../kinds/kind.ts';
import { OpaqueSecret, classOf } from './cel-values.ts';
import { ourFunctions, withStandardNames } from '../../derive/expressions/replaced-functions.ts';
import { rememberLatest } from '../../text/remember-last.ts';
import { registerTimestamps } from '../../derive/expressions/timestamps.ts';

const notSet = Symbol('not set');

/** The variables of an expression, in the order in which they are listed. */
export const variableTypes = {
  spec: 'spec',
  labels: 'map<string, string>',
  environment: 'string',
  address: 'string',
  name: 'string',
  kind: 'string',
} as const;

/** The CEL environment of a kind: variables, types and functions. */
export function celEnvironment(kind: KindName): Environment {
  return dialectOf(kind).environment;
}

/** The object type behind a type name of the library; undefined for a type without fields. */
export function objectType(kind: KindName, type: string): ObjectType | undefined {
  return dialectOf(kind).types.get(type);
}

interface KindDialect {
  readonly environment: Environment;
  readonly types: Map<string, ObjectType>;
}

const dialectOf = rememberLatest(kindNames.length, makeDialect);

/** About ten times the size of a typical hand-written policy. */
const limits = {
  maxAstNodes: 500,
  maxDepth: 40,
  maxListElements: 200,
  maxMapEntries: 200,
  maxCallArguments: 8,
};

function makeDialect(kind: KindName): KindDialect {
  const environment = environmentOfAll().clone();
  const types = new Map<string, ObjectType>();
  registerObject(environment, types, 'spec', { called: kind, fields: kinds[kind].fields });
  for (const [name, type] of Object.entries(variableTypes)) environment.registerVariable(name, type);
  return { environment, types };
}

let shared: Environment | undefined;

/** The types and functions of all kinds: registering them takes longer than copying them. */
function environmentOfAll(): Environment {
  if (shared !== undefined) return shared;
  shared = new Environment({ enableOptionalTypes: true, limits });
  shared.registerType('secret', { ctor: OpaqueSecret, fields: {} });
  shared.registerFunction(`string.${ourFunctions.matches}(string): bool`, matchesPattern);
  shared.registerFunction(`${ourFunctions.has}(ast): bool`, hasMacro);
  registerTimestamps(shared);
  return shared;
}

/** An object type in expressions: the name of its owner, and its fields. */
export interface ObjectType {
  readonly called: string;
  readonly fields: Fields;
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

/** The types of fields that hold one value. */
const valueTypes: Readonly<Record<Field['type'], string | undefined>> = {
  string: 'string',
  boolean: 'bool',
  int64: 'int',
  uint32: 'int',
  float64: 'double',
  list: 'list<string>',
  map: 'map<string, string>',
  ref: undefined,
  module: undefined,
  object: undefined,
};

function typeOf(field: Field): string {
  if (field.type === 'string' && field.secret === true) return 'secret';
  const type = valueTypes[field.type];
  if (type === undefined) throw new Error(`a ${field.type} has no type of one value`);
  return type;
}

/** The functions and methods that expressions may call. */
export function functionNames(): readonly string[] {
  const { functions } = celEnvironment('https-route').getDefinitions();
  return [...new Set(functions.map(({ name }) => withStandardNames(name)))];
}

/** The library's interface for macros: type-checks and later evaluates parts of an expression. */
interface Checker {
  readonly check: (node: ASTNode, context: unknown) => unknown;
  readonly getType: (name: string) => unknown;
  readonly createError: (code: string, message: string, node: ASTNode) => Error;
}

interface Evaluator {
  readonly run: (node: ASTNode, context: unknown) => unknown;
}

interface Has {
  readonly field: ASTNode | undefined;
}

/** `has(a.b.c)`: true if the field and all its parents are set. A field that no kind has is a type error. */
function hasMacro({ ast, args }: { readonly ast: ASTNode; readonly args: readonly ASTNode[] }) {
  const [field] = args;
  return {
    field,
    typeCheck: (checker: Checker, _macro: Has, context: unknown): unknown => {
      if (field?.op !== '.' && field?.op !== '.?')
        throw checker.createError('invalid_macro_argument', 'has() invalid argument', field ?? ast);
      checker.check(field, context);
      return checker.getType('bool');
    },
    evaluate: (evaluator: Evaluator, _macro: Has, context: unknown): boolean => {
      const known = field === undefined ? undefined : lookUp(evaluator, field, context);
      return known === undefined ? isSet(evaluator, field, context) : known !== notSet;
    },
  };
}

/** Follows plain names, without the cost of an exception per unset field; undefined for other expressions. */
function lookUp(evaluator: Evaluator, node: ASTNode, context: unknown): unknown {
  if (node.op === 'id') return evaluator.run(node, context);
  if (node.op !== '.') return undefined;
  const [left, name] = node.args;
  const value = lookUp(evaluator, left, context);
  if (value === undefined || value === notSet) return value;
  if (value instanceof Map) return value.has(name) ? (value as Map<string, unknown>).get(name) : notSet;
  if (typeof value !== 'object' || value === null || value instanceof Optional) return undefined;
  return Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : notSet;
}

function isSet(evaluator: Evaluator, field: ASTNode | undefined, context: unknown): boolean {
  if (field === undefined) return false;
  try {
    const value = evaluator.run(field, context);
    return value instanceof Optional ? value.hasValue() : true;
  } catch (error) {
    if (error instanceof EvaluationError && error.code === 'no_such_key') return false;
    throw error;
  }
}
