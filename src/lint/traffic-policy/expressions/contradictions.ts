/** Conditions that hold never or always, by what their parts say of one value: `x == 'a' && x == 'b'`. */
import { childrenOf, isOperation, type ASTNode } from '../../../derive/expressions/ast.ts';
import { matchesPattern, patternProblem } from '../../../derive/expressions/linear-patterns.ts';
import { chainOf } from './operators.ts';
import { quoted } from '../../../text/quoted.ts';
import { withoutUndefined } from '../../../text/without-undefined.ts';
import type { ReportExpression } from './inference.ts';
import { literal, literalText, rangeOf, writtenAs } from './written-parts.ts';

type Literal = string | number | boolean;

/** The numbers from and to, and whether these two are among them. */
type Bounds = readonly [from: number, to: number, hasFrom: boolean, hasTo: boolean];

/** The statement of a part of a condition about one value. */
interface Fact {
  /** The same for all parts about the value. */
  readonly subject: string;
  /** The expression of the value. */
  readonly of: ASTNode;
  /** The part of the condition. */
  readonly node: ASTNode;
  readonly holds: (value: Literal) => boolean;
  /** The only values for which it holds, if they can be listed. */
  readonly values?: readonly Literal[] | undefined;
  /** The only values for which it does not. */
  readonly others?: readonly Literal[] | undefined;
  /** The numbers for which it holds, and those for which it does not. */
  readonly bounds?: readonly [Bounds, Bounds];
  /** The text that the value begins with, or does not, or ends with, or does not. */
  readonly start?: string | undefined;
  readonly notStart?: string | undefined;
  readonly end?: string | undefined;
  readonly notEnd?: string | undefined;
}

/** More parts about one value are not compared: the work would grow with their square. */
const mostParts = 60;

/** Reports of each chain the first two parts that exclude each other (`&&`), or of which one always holds (`||`). */
export function checkChains(node: ASTNode, report: ReportExpression, outer?: string): void {
  for (const child of childrenOf(node)) checkChains(child, report, node.op);
  if ((node.op !== '&&' && node.op !== '||') || node.op === outer) return;
  const isAll = node.op === '&&';
  const parts = chainOf(node, node.op).flatMap((part) => {
    const fact = factOf(part);
    return fact === undefined ? [] : [isAll ? fact : opposite(fact)];
  });
  const pair = excludingPair(parts);
  if (pair === undefined) return;
  const [first, second] = pair;
  const both = `${quoted(writtenAs(first.node))} ${isAll ? 'and' : 'or'} ${quoted(writtenAs(second.node))}`;
  report({
    ...rangeOf({ input: node.input, start: first.node.start, end: second.node.end }),
    rule: 'traffic-policy-no-effect',
    severity: 'warn',
    message: isAll ? `${both} never hold together` : `${both}: one of them always holds`,
    help: helpFor([first, second], node.op),
  });
}

/** The first expression of a rule that excludes one before it, and that one. All must hold. */
export function excludedExpression(all: readonly ASTNode[]):
  | {
      readonly index: number;
      readonly node: ASTNode;
      readonly other: ASTNode;
      readonly help: string | undefined;
    }
  | undefined {
  const parts = all.flatMap((ast, index) =>
    chainOf(ast, '&&').flatMap((part) => {
      const fact = factOf(part);
      return fact === undefined ? [] : [{ ...fact, index }];
    }),
  );
  const pair = excludingPair(parts, (part, other) => part.index !== other.index);
  if (pair === undefined) return undefined;
  const [first, second] = pair;
  return { index: second.index, node: second.node, other: first.node, help: helpFor([first, second], '&&') };
}

function helpFor([first, second]: readonly [Fact, Fact], operator: '&&' | '||'): string | undefined {
  const isAll = operator === '&&';
  if ([first, second].some(({ values }) => typeof values?.[0] === 'boolean')) return undefined;
  const [text, other] = [first, second].map((fact) => equalLiteral(fact.node));
  if (text !== undefined && text === other) return undefined;
  if (text !== undefined && other !== undefined) {
    const list = `${writtenAs(first.of)} in [${text}, ${other}]`;
    return `write \`${isAll ? list : `!(${list})`}\``;
  }
  // One is the other's opposite, or near it.
  if ((first.node.op === '!_') !== (second.node.op === '!_')) return undefined;
  return isAll ? 'use `||` if one of them is enough' : 'use `&&` if both must hold';
}

/** The literal of a plain comparison with one. */
function equalLiteral(node: ASTNode): string | undefined {
  if (node.op !== '==' && node.op !== '!=') return undefined;
  const found = (node.args as readonly ASTNode[]).find((argument) => argument.op === 'value');
  if (found === undefined) return undefined;
  const text = literalText(found);
  return text === undefined ? writtenAs(found) : literal(text, found);
}

function excludingPair<One extends Fact>(
  parts: readonly One[],
  isPair: (candidate: One, other: One) => boolean = () => true,
): readonly [One, One] | undefined {
  const bySubject = new Map<string, One[]>();
  for (const part of parts) {
    const before = bySubject.get(part.subject) ?? [];
    if (before.length >= mostParts) continue;
    const excluded = before.find((candidate) => isPair(candidate, part) && isExcluding(candidate, part));
    if (excluded !== undefined) return [excluded, part];
    bySubject.set(part.subject, [...before, part]);
  }
  return undefined;
}

function isExcluding(fact: Fact, other: Fact): boolean {
  if (fact.values !== undefined) return !fact.values.some(other.holds);
  if (other.values !== undefined) return !other.values.some(fact.holds);
  if (fact.bounds !== undefined && other.bounds !== undefined) {
    return isApart(fact.bounds[0], other.bounds[0]) || isApart(other.bounds[0], fact.bounds[0]);
  }
  if (isOtherStart(fact, other) || isOtherStart(other, fact)) return true;
  if (fact.start !== undefined && other.start !== undefined)
    return !fact.start.startsWith(other.start) && !other.start.startsWith(fact.start);
  if (fact.end !== undefined && other.end !== undefined)
    return !fact.end.endsWith(other.end) && !other.end.endsWith(fact.end);
  return false;
}

/** Whether a value that begins, or ends, with the text of the first is one that the second excludes. */
function isOtherStart({ start, end }: Fact, { notStart, notEnd }: Fact): boolean {
  if (notStart !== undefined && start?.startsWith(notStart) === true) return true;
  return notEnd !== undefined && end?.endsWith(notEnd) === true;
}

/** Whether all of the first numbers are below the others. */
function isApart([, to, , hasTo]: Bounds, [from, , hasFrom]: Bounds): boolean {
  return to < from || (to === from && !(hasTo && hasFrom));
}

/** The statement of a part; undefined if it cannot be told. */
function factOf(node: ASTNode): Fact | undefined {
  if (node.op === '!_') {
    const fact = factOf(node.args);
    return fact === undefined ? undefined : { ...opposite(fact), node };
  }
  if (node.op === '||') return oneOf(node, chainOf(node, '||').map(factOf));
  if (node.op === 'rcall') {
    const [method, of, [argument]] = node.args;
    const text = argument === undefined ? undefined : literalText(argument);
    const test = Object.hasOwn(tests, method) ? tests[method] : undefined;
    if (text !== undefined && test !== undefined)
      return factAbout(of, node, {
        holds: (value) => typeof value === 'string' && test(value, text),
        ...(method === 'startsWith' ? { start: text } : {}),
        ...(method === 'endsWith' ? { end: text } : {}),
      });
  }
  if (isOperation(node)) {
    if (node.op === '&&') return undefined;
    const found = comparisonIn(node);
    if (found !== undefined) return found;
  }
  return factAbout(node, node, { holds: (value) => value === true, values: [true], others: [false] });
}

function comparisonIn(
  node: Extract<ASTNode, { readonly args: readonly [ASTNode, ASTNode] }>,
): Fact | undefined {
  const [left, right] = node.args;
  if (node.op === 'in') {
    const values = right.op === 'list' ? right.args.map(literalOf) : [];
    if (right.op !== 'list' || !isComplete(values)) return undefined;
    return factAbout(left, node, { holds: (value) => values.includes(value), values });
  }
  const [of, other, isFirst] = right.op === 'value' ? [left, right, true] : [right, left, false];
  const literalValue = literalOf(other);
  if (literalValue === undefined) return undefined;
  if (node.op === '==' || node.op === '!=') {
    const fact = factAbout(of, node, { holds: (value) => value === literalValue, values: [literalValue] });
    return fact !== undefined && node.op === '!=' ? opposite(fact) : fact;
  }
  const operator = isFirst ? node.op : mirrored[node.op];
  const range = typeof literalValue === 'number' ? ranges[operator ?? '']?.(literalValue) : undefined;
  if (range === undefined) return undefined;
  const [[from, to, hasFrom, hasTo]] = range;
  return factAbout(of, node, {
    holds: (value) =>
      typeof value === 'number' &&
      (hasFrom ? value >= from : value > from) &&
      (hasTo ? value <= to : value < to),
    bounds: range,
  });
}

const mirrored: Readonly<Record<string, string>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };

/** The numbers for which a comparison holds, and all others. */
const ranges: Readonly<Record<string, (limit: number) => readonly [Bounds, Bounds]>> = {
  '<': (limit) => [below(limit), from(limit)],
  '<=': (limit) => [upTo(limit), above(limit)],
  '>': (limit) => [above(limit), upTo(limit)],
  '>=': (limit) => [from(limit), below(limit)],
};

const below = (limit: number): Bounds => [-Infinity, limit, false, false];
const upTo = (limit: number): Bounds => [-Infinity, limit, false, true];
const above = (limit: number): Bounds => [limit, Infinity, false, false];
const from = (limit: number): Bounds => [limit, Infinity, true, false];

const tests: Readonly<Record<string, (value: string, text: string) => boolean>> = {
  startsWith: (value, text) => value.startsWith(text),
  endsWith: (value, text) => value.endsWith(text),
  contains: (value, text) => value.includes(text),
  matches: (value, text) => patternProblem(text) !== undefined || matchesPattern(value, text),
};

function factAbout(
  of: ASTNode,
  node: ASTNode,
  fact: Omit<Fact, 'subject' | 'of' | 'node'>,
): Fact | undefined {
  const subject = subjectKey(of);
  return subject === undefined ? undefined : { subject, of, node, ...fact };
}

function opposite(fact: Fact): Fact {
  const { subject, of, node, holds, values, others, bounds } = fact;
  return {
    subject,
    of,
    node,
    holds: (value) => !holds(value),
    values: others,
    others: values,
    start: fact.notStart,
    notStart: fact.start,
    end: fact.notEnd,
    notEnd: fact.end,
    ...withoutUndefined({ bounds: bounds && ([bounds[1], bounds[0]] as const) }),
  };
}

/** `x == 'a' || x == 'b'`: one value of several. */
function oneOf(node: ASTNode, facts: readonly (Fact | undefined)[]): Fact | undefined {
  const [first] = facts;
  if (first === undefined) return undefined;
  const values = facts.map((fact) => (fact?.subject === first.subject ? fact.values : undefined));
  if (!isComplete(values)) return undefined;
  return {
    ...first,
    node,
    holds: (value) => facts.some((fact) => fact?.holds(value) === true),
    values: values.flat(),
    others: undefined,
  };
}

function isComplete<Item>(items: readonly (Item | undefined)[]): items is readonly Item[] {
  return !items.includes(undefined);
}

function literalOf(node: ASTNode): Literal | undefined {
  if (node.op !== 'value') return undefined;
  const { args: value } = node;
  if (typeof value === 'bigint') return Number(value);
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? value
    : undefined;
}

/** The same text for the same expression, however it is spaced; undefined if its value may change, or is written. */
function subjectKey(node: ASTNode): string | undefined {
  if (node.op === 'value') return undefined;
  const key = structureOf(node);
  return key.includes('"rand"') ? undefined : key;
}

function structureOf(node: ASTNode): string {
  const { op } = node;
  const operandText =
    op === 'id'
      ? node.args
      : op === 'value'
        ? `${typeof node.args} ${String(node.args)}`
        : op === '.' || op === '.?'
          ? node.args[1]
          : op === 'call' || op === 'rcall'
            ? node.args[0]
            : '';
  // `a.b` and `a['b']` are one value.
  if (op === '[]') {
    const [left, index] = node.args;
    const text = literalText(index);
    if (text !== undefined) return `[".",${JSON.stringify(text)},${structureOf(left)}]`;
  }
  return `[${[JSON.stringify(op), JSON.stringify(operandText), ...childrenOf(node).map(structureOf)].join(',')}]`;
}
