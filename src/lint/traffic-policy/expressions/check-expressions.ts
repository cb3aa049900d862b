import { Environment, ParseError } from '@marcbachmann/cel-js';
import type { VariableType } from '../../../kinds/policy/variable.ts';
import { retryVariables } from '../../../kinds/policy/variables.ts';
import type { ASTNode } from '../../../derive/expressions/ast.ts';
import { policyTemplates } from '../../../derive/expressions/policy-templates.ts';
import type { PolicyScope, SettingPlace } from '../policy-check.ts';
import { inferType } from './infer.ts';
import { foreignPart, unknownEscape } from './foreign.ts';
import { checkConstants } from './constants.ts';
import { checkChains, excludedExpression } from './contradictions.ts';
import { nameOfType } from './types-in-words.ts';
import type { Severity } from '../../../model/diagnostic.ts';
import type { Range } from '../../../model/document.ts';
import type { Json, Path } from '../../../model/value.ts';
import { isJsonMap } from '../../../text/json/json-access.ts';
import { quoted } from '../../../text/quoted.ts';
import type { CelMistake } from './inference.ts';
import { rangeOf, writtenAs } from './written-parts.ts';

const limits = {
  maxAstNodes: 10_000,
  maxDepth: 100,
  maxListElements: 5000,
  maxMapEntries: 1000,
  maxCallArguments: 32,
};

let environment: Environment | undefined;

export interface RuleCondition {
  readonly text: string;
  readonly inside: Path;
}

/** Checks the expressions of a rule, all of which must hold. Whether two of them exclude each other. */
export function checkConditions(conditions: readonly RuleCondition[], scope: PolicyScope): boolean {
  const read = conditions.flatMap((condition) => {
    const ast = checkCondition(condition, scope);
    return ast === undefined ? [] : [{ ...condition, ast }];
  });
  const found = excludedExpression(read.map(({ ast }) => ast));
  const excluded = found === undefined ? undefined : read[found.index];
  if (found === undefined || excluded === undefined) return false;
  scope.check.report({
    rule: 'traffic-policy-no-effect',
    inside: excluded.inside,
    within: rangeOf(found.node),
    message: `${quoted(writtenAs(found.node))} and ${quoted(writtenAs(found.other))} never hold together`,
    why: 'All expressions of a rule must hold, so the rule never applies.',
    help: found.help,
    severity: 'warn',
  });
  return true;
}

/** Checks an expression, which must be a boolean; its tree, if that has no mistake. */
function checkCondition({ text, inside }: RuleCondition, scope: PolicyScope): ASTNode | undefined {
  const { ast, type, hasMistake } = check(text, { scope, inside, whole: text, offset: 0, code: 2200 });
  if (type === undefined || type === 'any' || type === 'bool') return hasMistake ? undefined : ast;
  scope.check.report({
    rule: 'traffic-policy-expression',
    inside,
    message: `an expression of a rule must be a boolean, not ${nameOfType(type)}`,
    severity: 'warn',
  });
  return undefined;
}

const retryNames: ReadonlyMap<string, VariableType> = new Map(
  Object.entries(retryVariables).map(([name, { type }]) => [name, type]),
);

export function checkWhole(text: string, { scope, inside, what }: SettingPlace): void {
  if (text.includes('${')) {
    scope.check.report({
      rule: 'traffic-policy-expression',
      inside,
      message: `${what} is an expression as it is, without \`\${…}\``,
      severity: 'warn',
    });
    return;
  }
  check(text, { scope: { ...scope, names: retryNames }, inside, whole: text, offset: 0, code: 2200 });
}

/** Checks the `${…}` of a string. False if one of them is not closed. */
export function checkTemplates(text: string, { scope, inside }: SettingPlace): boolean {
  let isClosed = true;
  for (const { start, end, expression, isOpen } of policyTemplates(text)) {
    if (isOpen) {
      isClosed = false;
      scope.check.report({
        rule: 'traffic-policy-expression',
        inside,
        within: { start: start - 2, end },
        message: 'a `${` is not closed',
        help: 'write `}` behind the expression',
        code: 2213,
      });
    } else check(withoutEscapes(expression), { scope, inside, whole: text, offset: start, code: 2224 });
  }
  return isClosed;
}

/** In JSON text inside of a string, the quotes of an expression may be escaped; the length stays. */
function withoutEscapes(expression: string): string {
  return expression.replaceAll('\\"', ' "');
}

/** The scope after a mapping of variables was set. */
export function withVariables(item: Json, scope: PolicyScope): PolicyScope {
  if (!isJsonMap(item)) return scope;
  const vars = new Map(scope.vars);
  for (const [name, value] of Object.entries(item)) vars.set(name, typeOfValue(value, scope));
  return { ...scope, vars };
}

function typeOfValue(value: Json, scope: PolicyScope): VariableType {
  if (typeof value === 'string')
    return value.includes('${') ? (typeOfTemplate(value.trim(), scope) ?? 'string') : 'string';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'number') return Number.isInteger(value) ? 'int' : 'double';
  if (Array.isArray(value)) return { list: 'any' };
  return value === null ? 'any' : { map: 'any' };
}

/** The type of the value of a `${…}` that is all of a string; undefined if it is not. */
function typeOfTemplate(text: string, scope: PolicyScope): VariableType | undefined {
  const [only, more] = policyTemplates(text);
  if (only === undefined || more !== undefined || only.start !== 2 || only.end !== text.length - 1)
    return undefined;
  const parsed = parseCel(only.expression);
  return 'problem' in parsed ? 'any' : inferType(parsed.ast, scope, () => undefined);
}

interface ExpressionPlace {
  readonly scope: PolicyScope;
  readonly inside: Path;
  /** The string that the expression is in. */
  readonly whole: string;
  /** Where it begins there. */
  readonly offset: number;
  readonly code: number;
}

interface CheckedExpression {
  /** Undefined if it cannot be read. */
  readonly ast?: ASTNode;
  readonly type?: VariableType;
  readonly hasMistake: boolean;
}

function check(text: string, { scope, inside, whole, offset, code }: ExpressionPlace): CheckedExpression {
  const severities: (Severity | undefined)[] = [];
  const report = ({ start, end, write, expression, ...mistake }: CelMistake & Range): void => {
    severities.push(mistake.severity);
    const within = { start: start + offset, end: end + offset };
    const help = write === undefined ? mistake.help : `write \`${write}\``;
    const fixed =
      expression ?? (write === undefined ? undefined : text.slice(0, start) + write + text.slice(end));
    scope.check.report({
      rule: 'traffic-policy-expression',
      inside,
      within,
      code,
      ...mistake,
      help,
      ...(fixed === undefined || !isReadable(fixed)
        ? {}
        : { fixTitle: help, replace: whole.slice(0, offset) + fixed + whole.slice(offset + text.length) }),
    });
  };
  const parsed = parseCel(text);
  if ('problem' in parsed) {
    report(parsed.problem);
    return { hasMistake: true };
  }
  const { ast } = parsed;
  const type = inferType(ast, scope, report);
  // An expression of which a type or a name is wrong cannot be evaluated.
  if (!severities.includes(undefined)) checkConstants(ast, report);
  if (severities.length === 0) checkChains(ast, report);
  return { ast, type, hasMistake: severities.length > 0 };
}

function isReadable(text: string): boolean {
  return 'ast' in parseCel(text);
}

/** Parses an expression of a policy. Its names and types are checked by the dialect's tables. */
function parseCel(text: string): { readonly ast: ASTNode } | { readonly problem: CelMistake & Range } {
  environment ??= new Environment({ limits, enableOptionalTypes: true });
  try {
    return { ast: environment.parse(text).ast };
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    const problem =
      foreignPart(text) ?? unknownEscape(text) ?? problemAt(text, error.range?.start ?? text.length);
    return { problem };
  }
}

function problemAt(text: string, offset: number): CelMistake & Range {
  const rest = text.slice(offset).trim();
  const quote = openQuote(text);
  if (quote !== undefined)
    return {
      start: quote,
      end: text.length,
      message: `the string ${quoted(text.slice(quote))} is not closed`,
    };
  if (rest === '') {
    const tail = text.trim();
    const shown = tail.length > 38 ? `…${tail.slice(-37)}` : tail;
    return {
      start: 0,
      end: text.length,
      message: tail === '' ? 'the expression is empty' : `the expression ends too early: ${quoted(shown)}`,
    };
  }
  const word = /^(?:\w+|[^\w\s])/.exec(rest)?.[0] ?? rest;
  const start = text.indexOf(word, offset);
  return {
    start,
    end: start + word.length,
    message: `the expression cannot be read at ${quoted(rest)}`,
  };
}

/** Where a string begins that does not end. */
function openQuote(text: string): number | undefined {
  const rest = text.replaceAll(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g, (part) => ' '.repeat(part.length));
  const at = rest.search(/["']/);
  return at === -1 ? undefined : at;
}
