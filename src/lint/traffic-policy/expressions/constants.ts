/** Calls and conditions of which the value is known before any request: the engine of request tests computes it. */
import { childrenOf, isOperation, type ASTNode } from '../../../derive/expressions/ast.ts';
import { functionNamespaces, policyFunctions } from '../../../kinds/policy/functions.ts';
import { isUnknownValue } from '../../../model/traffic/unknown.ts';
import { expressionReader } from '../../../simulate/expressions.ts';
import { durationMeant } from '../check-number.ts';
import { literal, literalText, rangeOf, writtenAs } from './written-parts.ts';
import { quoted } from '../../../text/quoted.ts';
import { withoutUndefined } from '../../../text/without-undefined.ts';
import type { CelMistake, ReportExpression } from './inference.ts';

/** Functions and methods that fail for some arguments of the right type. */
const refusing: ReadonlySet<string> = new Set([
  'base64.decode',
  'bool',
  'charAt',
  'decodeBase64',
  'decodeJson',
  'double',
  'duration',
  'int',
  'json.decode',
  'substring',
  'timestamp',
  'uint',
]);

/** A value that is not the same each time, and one that is not in the file. */
const changing: ReadonlySet<string> = new Set(['rand', 'secrets']);

/**
 * Reports calls that fail whatever the request, and comparisons of constants. Whether no part of it is a variable and
 * no call in it fails, so that its value is always the same.
 */
export function checkConstants(node: ASTNode, report: ReportExpression): boolean {
  const namespace = namespaceOf(node);
  const parts = namespace !== undefined && node.op === 'rcall' ? node.args[2] : childrenOf(node);
  // All parts are visited, whatever the first is.
  const areConstant = parts.map((part) => checkConstants(part, report)).every(Boolean);
  if (!areConstant || isVarying(node, namespace)) return false;
  const name = callName(node, namespace);
  if (name !== undefined && refusing.has(name)) {
    const value = valueOf(node);
    const fails = isUnknownValue(value) && value.unknown.why === 'expression-fails';
    if (fails)
      report({
        ...rangeOf(node),
        message: `${quoted(writtenAs(node))} always fails`,
        severity: 'warn',
        ...meantCall(name, node),
      });
    return !fails;
  }
  if (isOperation(node) && comparisons.has(node.op)) checkComparison(node, report);
  return true;
}

function checkComparison(node: ASTNode, report: ReportExpression): void {
  const value = valueOf(node);
  if (typeof value !== 'boolean') return;
  const variable = quotedVariable(node);
  report({
    ...rangeOf(variable ?? node),
    rule: 'traffic-policy-no-effect',
    message: `${quoted(writtenAs(node))} is ${value ? 'always true' : 'never true'}: both sides are constants`,
    severity: 'warn',
    write: variable === undefined ? undefined : literalText(variable),
  });
}

const comparisons: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>=', 'in']);

/** Whether it reads a variable or the request, or is another value each time. */
function isVarying(node: ASTNode, namespace: string | undefined): boolean {
  if (node.op === 'id') return true;
  if (namespace !== undefined) return changing.has(namespace);
  return node.op === 'call' && policyFunctions[node.args[0]]?.phases !== undefined;
}

/** The namespace of `name.function(…)`. */
function namespaceOf(node: ASTNode): string | undefined {
  if (node.op !== 'rcall') return undefined;
  const [, receiver] = node.args;
  return receiver.op === 'id' && functionNamespaces.has(receiver.args) ? receiver.args : undefined;
}

function callName(node: ASTNode, namespace: string | undefined): string | undefined {
  if (node.op === 'call') return node.args[0];
  if (node.op !== 'rcall') return undefined;
  return namespace === undefined ? node.args[0] : `${namespace}.${node.args[0]}`;
}

/** More expressions than a workspace repeats: the reader keeps each. */
const mostKept = 1000;
let reader: ReturnType<typeof expressionReader> | undefined;
let kept = 0;

function valueOf(node: ASTNode): unknown {
  return valueOfText(writtenAs(node));
}

function valueOfText(text: string): unknown {
  if (reader === undefined || kept++ > mostKept) [reader, kept] = [expressionReader(), 0];
  return reader(text).evaluate({ read: () => undefined });
}

/** The right argument, if it can be told from the wrong one. */
function meantCall(name: string, node: ASTNode): Pick<CelMistake, 'write' | 'help'> {
  const [argument, more] = childrenOf(node);
  const text = argument === undefined || more !== undefined ? undefined : literalText(argument);
  if (argument === undefined || text === undefined) return {};
  const meant =
    name === 'duration' ? durationMeant(text) : name === 'timestamp' ? timeMeant(text) : undefined;
  const call = meant === undefined ? undefined : `${name}(${literal(meant, argument)})`;
  if (call !== undefined && !isUnknownValue(valueOfText(call))) return { write: call };
  const help = helps[name];
  return withoutUndefined({ help });
}

const helps: Readonly<Record<string, string>> = {
  duration: 'write a number with a unit, such as `90s` or `1h30m`',
  timestamp: 'write a time with its zone, such as `2026-03-01T08:00:00Z`',
  int: 'write an integer, such as `42`',
  uint: 'write an integer, such as `42`',
  double: 'write a number, such as `0.5`',
  bool: 'write `true` or `false`',
};

/** The time in RFC 3339, in UTC, of a text that has a day, or lacks the `T` or the zone. */
function timeMeant(text: string): string | undefined {
  const [, day, time = '00:00:00', fraction = '', zone = 'Z'] =
    /^\s*(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(\.\d+)?\s*(Z|[+-]\d\d:\d\d)?)?\s*$/i.exec(text) ?? [];
  if (day === undefined) return undefined;
  const meant = `${day}T${time.length === 5 ? `${time}:00` : time}${fraction}${zone.toUpperCase()}`;
  return Number.isNaN(Date.parse(meant)) || meant === text ? undefined : meant;
}

/** A variable in quotes, which is a string: `'req.method' == 'GET'`. */
function quotedVariable(node: ASTNode): ASTNode | undefined {
  return childrenOf(node).find((child) =>
    /^(?:req|res|conn|endpoint|vars|actions)\.[\w.]+$/.test(literalText(child) ?? ''),
  );
}
