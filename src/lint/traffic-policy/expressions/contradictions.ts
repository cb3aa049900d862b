/** Conditions that hold never or always, by what their parts say of one value: `x == 'a' && x == 'b'`. */
import { childrenOf, isOperation, type ASTNode } from '../../../derive/expressions/ast.ts';
import { patternProblem } from '../../../derive/expressions/linear-patterns.ts';
import { chainOf } from './operators.ts';
import { quoted } from '../../../text/quoted.ts';
import { keyOfAtom, Term, type ValueCondition } from '../../../simulate/unknown/term.ts';
import { areCompatible } from '../../../simulate/unknown/theory.ts';
import type { ReportExpression } from './inference.ts';
import { literal, literalText, rangeOf, writtenAs } from './written-parts.ts';

/** The statement of a part of a condition about one value. */
interface Fact extends ValueCondition {
  /** The same for all parts about the value. */
  readonly subject: string;
  /** The expression of the value. */
  readonly of: ASTNode;
  /** The part of the condition. */
  readonly node: ASTNode;
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
  if ([first, second].some(({ atom }) => atom.is === 'true')) return undefined;
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

function isExcluding(...facts: readonly Fact[]): boolean {
  return !areCompatible(facts.map(({ atom, holds }) => ({ atom, holds, key: keyOfAtom(atom) })));
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
    const kind = Object.hasOwn(textQuestions, method) ? textQuestions[method] : undefined;
    if (
      text !== undefined &&
      kind !== undefined &&
      (kind !== 'matching' || patternProblem(text) === undefined)
    )
      return factAbout(of, node, (term) => ({ atom: { is: kind, of: term, text }, holds: true }));
  }
  if (isOperation(node)) {
    if (node.op === '&&') return undefined;
    const found = comparisonIn(node);
    if (found !== undefined) return found;
  }
  return factAbout(node, node, (of) => ({ atom: { is: 'true', of }, holds: true }));
}

const textQuestions: Readonly<Record<string, 'starting' | 'ending' | 'containing' | 'matching'>> = {
  startsWith: 'starting',
  endsWith: 'ending',
  contains: 'containing',
  matches: 'matching',
};

function comparisonIn(
  node: Extract<ASTNode, { readonly args: readonly [ASTNode, ASTNode] }>,
): Fact | undefined {
  const [left, right] = node.args;
  if (node.op === 'in') {
    if (right.op !== 'list' || !right.args.every(({ op }) => op === 'value')) return undefined;
    const values = right.args.map(({ args }) => args as unknown);
    return factAbout(left, node, (of) => ({ atom: { is: 'in', of, values }, holds: true }));
  }
  const [of, { op, args: value }, isFirst] =
    right.op === 'value' ? [left, right, true] : [right, left, false];
  if (op !== 'value') return undefined;
  if (node.op === '==' || node.op === '!=') {
    const isEqual = node.op === '==';
    return factAbout(of, node, (term) =>
      typeof value === 'boolean'
        ? { atom: { is: 'true', of: term }, holds: isEqual === value }
        : { atom: { is: 'in', of: term, values: [value] }, holds: isEqual },
    );
  }
  const operator = isFirst ? node.op : mirrored[node.op];
  if (operator === undefined || mirrored[operator] === undefined || typeof value !== 'bigint')
    return undefined;
  // Whole numbers have a neighbor: `x < 3` is `x <= 2`.
  const bound = Number(operator === '<' || operator === '>=' ? value - 1n : value);
  const holds = operator.startsWith('<');
  return factAbout(of, node, (term) => ({ atom: { is: 'at-most', of: term, bound }, holds }));
}

const mirrored: Readonly<Record<string, string>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };

function factAbout(
  of: ASTNode,
  node: ASTNode,
  conditionOf: (term: Term) => ValueCondition,
): Fact | undefined {
  const subject = subjectKey(of);
  return subject === undefined
    ? undefined
    : { subject, of, node, ...conditionOf(new Term(() => false, subject)) };
}

function opposite(fact: Fact): Fact {
  return { ...fact, holds: !fact.holds };
}

/** `x == 'a' || x == 'b'`: one value of several. */
function oneOf(node: ASTNode, facts: readonly (Fact | undefined)[]): Fact | undefined {
  const [first] = facts;
  if (first?.atom.is !== 'in') return undefined;
  const values = facts.map((fact) =>
    fact?.subject === first.subject && fact.atom.is === 'in' && fact.holds ? fact.atom.values : undefined,
  );
  if (!values.every((some) => some !== undefined)) return undefined;
  return { ...first, node, atom: { ...first.atom, values: values.flat() } };
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
