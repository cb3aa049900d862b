/** Literals as expressions say them: `!header("x").startsWith("a")`, `size(req.url.path) <= 5`, `has(cookie("id"))`. */
import { Environment } from '@marcbachmann/cel-js';
import { isOperation, type ASTNode } from '../../../src/derive/expressions/ast.ts';
import { keyOfAtom, type Atom, type Literal } from '../../../src/simulate/unknown/term.ts';
import { isConstant, Term, type TermValue } from '../../../src/simulate/unknown/term.ts';

const environment = new Environment({ unlistedVariablesAreDyn: true });

export function literalOf(text: string): Literal {
  return read(environment.parse(text).ast);
}

export function literal(atom: Atom, holds = true): Literal {
  return { atom, key: keyOfAtom(atom), holds };
}

function read(node: ASTNode): Literal {
  if (node.op === '!_') return negated(read(node.args));
  if (node.op === 'call' && node.args[0] === 'has')
    return literal({ is: 'present', of: subject(node.args[1][0]) });
  if (node.op === 'call' && node.args[0] === 'behaviour')
    return literal({ is: 'behaviour', of: subject(node.args[1][0]).name });
  if (isOperation(node)) {
    const [left, right] = [termOf(node.args[0]), termOf(node.args[1])];
    if (left instanceof Term && isConstant(right)) {
      const compared = comparison(node.op, left, right);
      if (compared !== undefined) return compared;
    }
  }
  if (node.op === 'rcall') {
    const is = texts[node.args[0]];
    const text = node.args[2][0] === undefined ? undefined : termOf(node.args[2][0]);
    if (is !== undefined && typeof text === 'string') return literal({ is, of: subject(node.args[1]), text });
  }
  if (node.op === 'call' && node.args[0] === 'within') {
    const [of, ...networks] = node.args[1];
    return literal({ is: 'within', of: subject(of), networks: networks.map((one) => String(termOf(one))) });
  }
  return literal({ is: 'true', of: subject(node) });
}

const texts: Readonly<Partial<Record<string, 'starting' | 'ending' | 'containing' | 'matching'>>> = {
  startsWith: 'starting',
  endsWith: 'ending',
  contains: 'containing',
  matches: 'matching',
};

function comparison(op: string, of: Term, value: unknown): Literal | undefined {
  if (op === '==') return literal({ is: 'in', of, values: [value] });
  if (op === '!=') return literal({ is: 'in', of, values: [value] }, false);
  if (op === 'in') return literal({ is: 'in', of, values: value as readonly unknown[] });
  const number = Number(value);
  switch (op) {
    case '<=':
      return literal({ is: 'at-most', of, bound: number });
    case '<':
      return literal({ is: 'at-most', of, bound: number - 1 });
    case '>':
      return literal({ is: 'at-most', of, bound: number }, false);
    case '>=':
      return literal({ is: 'at-most', of, bound: number - 1 }, false);
    default:
      return undefined;
  }
}

function negated({ atom, holds }: Literal): Literal {
  return literal(atom, !holds);
}

function subject(node: ASTNode | undefined): Term {
  const term = node === undefined ? undefined : termOf(node);
  if (!(term instanceof Term)) throw new Error('a literal is about a term');
  return term;
}

function termOf(node: ASTNode): TermValue {
  if (isOperation(node)) return call(node.op, node.args);
  if (node.op === 'value') return node.args;
  if (node.op === 'list') return node.args.map(termOf);
  if (node.op === '-_') return -Number(termOf(node.args));
  if (node.op === '[]' || node.op === '?:') return call(node.op, node.args);
  if (node.op === 'call') {
    const [name, args] = node.args;
    const isPart = /^(?:header|query|cookie)$/.test(name);
    return isPart ? variable(`${name} ${String(args.map(termOf))}`) : call(name, args);
  }
  if (node.op === 'rcall') {
    const [name, receiver, args] = node.args;
    const isFunction = receiver.op === 'id' && /^(?:hash|url)$/.test(receiver.args);
    return isFunction ? call(`${receiver.args}.${name}`, args) : call(name, [receiver, ...args]);
  }
  return variable(node.input.slice(node.start, node.end));
}

function call(name: string, args: readonly ASTNode[]): Term {
  return new Term(unasked, name, { args: args.map(termOf), type: typeOf(name) });
}

export function variable(name: string): Term {
  return new Term(unasked, name, { type: typeOf(name) });
}

function unasked(): never {
  throw new Error('a test asks nothing');
}

function typeOf(name: string): string {
  if (/^(?:size|int|count|conn\.client_port)$/.test(name) || name.startsWith('count ')) return 'int';
  if (/^(?:==|<|>|<=|>=|logged|signed)|\.is_/.test(name)) return 'bool';
  return /^[[+*/%?-]/.test(name) ? 'any' : 'string';
}
