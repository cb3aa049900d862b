/** Expressions of traffic policies, alone and in the `${…}` of texts: their values, as far as facts tell. */
import { Environment } from '@marcbachmann/cel-js';
import { policyTemplates } from '../derive/expressions/policy-templates.ts';
import { replaceSecretReferences, secretNamesIn } from '../model/secret-reference.ts';
import type { Knowable, Unknown } from '../model/traffic/unknown.ts';
import { compilePart } from './cel/compile-expression.ts';
import type { Part, VariableScope } from './cel/cel-evaluation.ts';
import { valueOfSecret, withSecrets } from './cel/secret-texts.ts';
import { OpenMap, wholeList } from './unknown/open-map.ts';
import { Term } from './unknown/term.ts';
import { asText, joinTexts, knownValue, SecretText, UnknownFact } from './scope-values.ts';

export type { VariableScope };

/** An expression that was read once. */
export interface CelExpression {
  readonly text: string;
  readonly evaluate: (scope: VariableScope) => Knowable<unknown>;
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
  // The library is loaded for the first text: most runs read none.
  let environment: Environment | undefined;
  const known = new Map<string, CelExpression>();
  return (text) => {
    environment ??= new Environment({ limits, enableOptionalTypes: true });
    const found = known.get(text) ?? { text, evaluate: evaluatorOf(environment, text) };
    known.set(text, found);
    return found;
  };
}

function evaluatorOf(environment: Environment, text: string): CelExpression['evaluate'] {
  const part = partOf(environment, text);
  return (scope) => {
    try {
      const value = part({ scope, bound: [], steps: 0 });
      return value instanceof SecretText ? { unknown: value.unknown } : wholeList(value);
    } catch (error) {
      return { unknown: unknownOf(error, text) };
    }
  };
}

function partOf(environment: Environment, text: string): Part {
  try {
    return compilePart(environment.parse(text).ast);
  } catch (error) {
    // A reference outside of a text stands for a part of the expression.
    if (secretNamesIn(text).length > 0)
      return (evaluation) => withStandIns(environment, text, evaluation.scope)(evaluation);
    return ({ scope }) => {
      // It may be true of a request that is not given: the service may read what is not read here.
      if (scope.isOpen === true) throw new UnknownFact({ why: 'unreadable', of: text });
      throw error;
    };
  }
}

function withStandIns(environment: Environment, text: string, scope: VariableScope): Part {
  const filled = replaceSecretReferences(text, (name) => {
    const value = valueOfSecret(name, `$(secret:${name})`, scope);
    if (typeof value !== 'string') throw new UnknownFact(value.unknown);
    return value;
  });
  return compilePart(environment.parse(filled).ast);
}

function unknownOf(error: unknown, text: string): Unknown {
  if (error instanceof UnknownFact) return error.unknown;
  const message = error instanceof Error ? error.message.split('\n')[0] : String(error);
  return { why: 'expression-fails', of: `${text}: ${message ?? ''}` };
}

/** A string with its `${…}` replaced by their values. */
export function fillIn(
  text: string,
  scope: VariableScope,
  expressionOf: (text: string) => CelExpression,
): Knowable<string> {
  const parts: (string | SecretText | Term)[] = [];
  let at = 0;
  try {
    for (const { start, end, expression, isOpen } of policyTemplates(text)) {
      if (isOpen) break;
      const found = knownValue(expressionOf(expression).evaluate(scope));
      const value = found instanceof OpenMap ? found.whole : found;
      parts.push(
        withSecrets(text.slice(at, start - 2), scope),
        value instanceof SecretText || value instanceof Term ? value : asText(value),
      );
      at = end + 1;
    }
    const filled = joinTexts([...parts, withSecrets(text.slice(at), scope)]);
    return typeof filled === 'string' ? filled : { unknown: filled.unknown };
  } catch (error) {
    return { unknown: unknownOf(error, text) };
  }
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
