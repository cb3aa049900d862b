/**
 * Evaluates expressions of traffic policies. The CEL library evaluates; an unknown fact is an error to it, because that
 * is how CEL specifies partial knowledge: `false && <error>` is false, `true || <error>` is true, and everything else
 * that needs the value fails with it. A name with members such as `req.url.path` becomes one variable, as the dialect
 * has strings with members.
 */
import { Environment, EvaluationError, type ASTNode } from '@marcbachmann/cel-js';
import { childrenOf } from '../derive/expressions/ast.ts';
import { policyTemplates } from '../derive/expressions/policy-templates.ts';
import { ours, withOurFunctions, withStandardNames } from '../derive/expressions/replaced.ts';
import { olderVariables, otherVariables } from '../kinds/policy/other-names.ts';
import type { VariableMap } from '../kinds/policy/variable.ts';
import { policyVariables } from '../kinds/policy/variables.ts';
import { isUnknownValue, type Knowable, type Unknown } from '../model/traffic/simulation.ts';
import { macro, registerPolicyFunctions } from './functions.ts';
import { asText, UnknownFact } from './scope-values.ts';

/** The variables of one moment. `read` gets the full name and throws `UnknownFact`; undefined: there is none. */
export interface VariableScope {
  readonly read: (name: string) => unknown;
}

/** An expression that was read once. */
export interface CelExpression {
  readonly text: string;
  readonly evaluate: (scope: VariableScope) => Knowable<unknown>;
}

/** The library asks a map for variables; this one computes them. */
class ScopeMap extends Map<string, unknown> {
  readonly #scope: VariableScope;

  constructor(scope: VariableScope) {
    super();
    this.#scope = scope;
  }

  override get(name: string): unknown {
    return this.#scope.read(fullNames.get(name) ?? name);
  }
}

const limits = {
  maxAstNodes: 10_000,
  maxDepth: 100,
  maxListElements: 5000,
  maxMapEntries: 1000,
  maxCallArguments: 32,
};

/** Reads expressions, each text once. */
export function expressionReader(): (text: string) => CelExpression {
  const environment = new Environment({
    limits,
    unlistedVariablesAreDyn: true,
    enableOptionalTypes: true,
    homogeneousAggregateLiterals: false,
  });
  registerPolicyFunctions(environment);
  environment.registerFunction(`${ours.has}(ast): bool`, hasMacro);
  const known = new Map<string, CelExpression>();
  return (text) => {
    const found = known.get(text) ?? { text, evaluate: evaluatorOf(environment, text) };
    known.set(text, found);
    return found;
  };
}

function evaluatorOf(environment: Environment, text: string): CelExpression['evaluate'] {
  try {
    const { ast } = environment.parse(text);
    const run = environment.parse(withFlatNames(withOurFunctions(text, ast), ast));
    return (scope) => {
      try {
        return run(new ScopeMap(scope)) as Knowable<unknown>;
      } catch (error) {
        return { unknown: unknownOf(error, text) };
      }
    };
  } catch (error) {
    const unknown = unknownOf(error, text);
    return () => ({ unknown });
  }
}

function unknownOf(error: unknown, text: string): Unknown {
  if (error instanceof UnknownFact) return error.unknown;
  const message = error instanceof Error ? error.message.split('\n')[0] : String(error);
  return { why: 'expression-fails', of: `${text}: ${withStandardNames(message ?? '')}` };
}

/** The flat names of variables with members, by full name: `req.url.path` is `req_url_path`. */
const flatNames = new Map<string, string>();
const fullNames = new Map<string, string>();

function addNames(prefix: string, members: VariableMap): void {
  for (const [name, { type }] of Object.entries(members)) {
    const full = prefix === '' ? name : `${prefix}.${name}`;
    if (prefix !== '') {
      flatNames.set(full, full.replaceAll('.', '_'));
      fullNames.set(full.replaceAll('.', '_'), full);
    }
    if (typeof type === 'object' && 'members' in type) addNames(full, type.members);
  }
}

addNames('', policyVariables);

/** The text with each variable as one name. Names get no longer, so that positions stay. */
function withFlatNames(text: string, ast: ASTNode): string {
  let changed = text;
  for (const { start, end, name } of variablesIn(ast))
    changed = changed.slice(0, start) + name.padEnd(end - start) + changed.slice(end);
  return changed;
}

interface NamedRange {
  readonly start: number;
  readonly end: number;
  readonly name: string;
}

function* variablesIn(node: ASTNode): Generator<NamedRange> {
  const path = pathOf(node);
  const found = path === undefined ? undefined : flatName(path);
  if (found !== undefined && found.length <= node.end - node.start)
    yield { start: node.start, end: node.end, name: found };
  else for (const child of childrenOf(node)) yield* variablesIn(child);
}

function flatName(path: readonly string[]): string | undefined {
  const full = path.join('.');
  // Results of actions are below the name of the vendor, which is not ours to know.
  if (path[0] === 'actions' && path.length === 2) return 'actions';
  return flatNames.get(full) ?? flatNames.get(olderVariables[full] ?? otherVariables[full] ?? '');
}

/** The names of `a.b.c`; undefined for other expressions. */
function pathOf(node: ASTNode): readonly string[] | undefined {
  if (node.op === 'id') return [node.args];
  if (node.op !== '.') return undefined;
  const [left, name] = node.args;
  const path = pathOf(left);
  return path === undefined ? undefined : [...path, name];
}

/** `has(a.b)`: false only if it is not there. */
const hasMacro = macro('bool', ([field], { run }) => {
  try {
    run(field);
    return true;
  } catch (error) {
    if (
      error instanceof EvaluationError &&
      (error.code === 'no_such_key' || error.code === 'unknown_variable')
    )
      return false;
    throw error;
  }
});

/** A string with its `${…}` replaced by their values. */
export function fillIn(
  text: string,
  scope: VariableScope,
  expressionOf: (text: string) => CelExpression,
): Knowable<string> {
  if (!text.includes('${')) return text;
  let filled = '';
  let at = 0;
  for (const { start, end, expression, isOpen } of policyTemplates(text)) {
    if (isOpen) break;
    const value = expressionOf(expression).evaluate(scope);
    if (isUnknownValue(value)) return value;
    filled += text.slice(at, start - 2) + asText(value);
    at = end + 1;
  }
  return filled + text.slice(at);
}

/** The value of a string that is one `${…}` as a whole, with its type. */
export function wholeValue(
  text: string,
  scope: VariableScope,
  expressionOf: (text: string) => CelExpression,
): Knowable<unknown> {
  const [only, more] = policyTemplates(text);
  const isWhole =
    only !== undefined && more === undefined && only.start === 2 && only.end === text.length - 1;
  return isWhole && !only.isOpen
    ? expressionOf(only.expression).evaluate(scope)
    : fillIn(text, scope, expressionOf);
}
