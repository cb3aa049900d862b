/**
 * An upper bound of the cost of an expression, computed before it is evaluated. The library cannot be interrupted, so
 * anything that could run long must not start: each macro costs its body times the length of what it iterates, each
 * string function the length of its string, with the lengths of the actual values. Short-circuiting is not counted. The
 * bound depends on the expression and the values alone, so it is the same on every machine, unlike a timeout.
 */
import { bindingOf, type ASTNode, type Binding } from './ast.ts';

/** The size of a value and of its contents. Of several possible values the largest counts. */
interface Sized {
  readonly size: number;
  /** An item of the list, or a key of the map. */
  readonly item: () => Sized;
  /** The value under a name or index. */
  readonly at: (name: string | undefined) => Sized;
}

/** The sizes of the variables in scope, by name. */
type Sizes = (name: string) => Sized | undefined;

interface Cost {
  readonly cost: number;
  readonly value: Sized;
}

/** The cost in steps; one takes about a tenth of a microsecond. */
export function costOf(ast: ASTNode, variables: Readonly<Record<string, unknown>>): number {
  const sizes: Sizes = (name) =>
    Object.hasOwn(variables, name) ? sizedOf([variables[name]]) : undefined;
  return measure(ast, sizes).cost;
}

const one: Sized = { size: 1, item: () => one, at: () => one };

function sizedOf(values: readonly unknown[]): Sized {
  return values.length === 0 ? one : new SizedValues(values);
}

/** The sizes of actual values, worked out when they are needed: most expressions need few of them. */
class SizedValues implements Sized {
  readonly #values: readonly unknown[];
  #size: number | undefined;
  #item: Sized | undefined;

  constructor(values: readonly unknown[]) {
    this.#values = values;
  }

  get size(): number {
    return (this.#size ??= this.#values.reduce(
      (most: number, value) => Math.max(most, sizeOf(value)),
      1,
    ));
  }

  item(): Sized {
    return (this.#item ??= sizedOf(this.#values.flatMap(itemsOf)));
  }

  at(name: string | undefined): Sized {
    return sizedOf(this.#values.flatMap((value) => partsOf(value, name)));
  }
}

function sizeOf(value: unknown): number {
  if (typeof value === 'string' || Array.isArray(value)) return value.length;
  if (value instanceof Map) return value.size;
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 1;
}

function itemsOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value as readonly unknown[];
  return value instanceof Map ? [...(value as ReadonlyMap<unknown, unknown>).keys()] : [];
}

function partsOf(value: unknown, name: string | undefined): readonly unknown[] {
  if (Array.isArray(value)) return value as readonly unknown[];
  if (value instanceof Map) return [...(value as ReadonlyMap<unknown, unknown>).values()];
  if (typeof value !== 'object' || value === null) return [];
  if (name === undefined) return Object.values(value);
  return Object.hasOwn(value, name) ? [(value as Record<string, unknown>)[name]] : [];
}

/** A value that the expression creates. */
function made(size: number, item: Sized = one): Sized {
  return { size, item: () => item, at: () => item };
}

/** A value parsed from a string: its nesting is unknown, but no part of it can be larger than the string. */
function read(size: number): Sized {
  const part: Sized = { size, item: () => part, at: () => part };
  return part;
}

function larger(a: Sized, b: Sized): Sized {
  return {
    size: Math.max(a.size, b.size),
    item: () => larger(a.item(), b.item()),
    at: (name) => larger(a.at(name), b.at(name)),
  };
}

function resized(value: Sized, size: number): Sized {
  return { size, item: () => value.item(), at: (name) => value.at(name) };
}

function measure(node: ASTNode, sizes: Sizes): Cost {
  const binding = bindingOf(node);
  if (binding !== undefined) return measureBinding(binding, sizes);
  switch (node.op) {
    case 'value':
      return { cost: 1, value: typeof node.args === 'string' ? made(node.args.length) : one };
    case 'id':
      return { cost: 1, value: sizes(node.args) ?? one };
    case '.':
    case '.?':
      return access(measure(node.args[0], sizes), node.args[1], 0);
    case '[]':
    case '[?]': {
      const [left, index] = node.args;
      const name = index.op === 'value' && typeof index.args === 'string' ? index.args : undefined;
      return access(measure(left, sizes), name, measure(index, sizes).cost);
    }
    case 'list':
      return ofAll(node.args.map((item) => measure(item, sizes)));
    case 'map':
      return ofAll(node.args.flat().map((item) => measure(item, sizes)));
    case 'call':
      return measureCall(
        node.args[0],
        node.args[1].map((item) => measure(item, sizes)),
      );
    case 'rcall':
      return measureCall(
        node.args[0],
        [node.args[1], ...node.args[2]].map((item) => measure(item, sizes)),
      );
    case '!_':
    case '-_':
      return { cost: 1 + measure(node.args, sizes).cost, value: one };
    case '?:': {
      const [condition, yes, no] = node.args.map((item) => measure(item, sizes));
      const cost = 1 + (condition?.cost ?? 0) + (yes?.cost ?? 0) + (no?.cost ?? 0);
      return { cost, value: larger(yes?.value ?? one, no?.value ?? one) };
    }
    case '||':
    case '&&':
    case '==':
    case '!=':
    case '<':
    case '<=':
    case '>':
    case '>=':
    case '+':
    case '-':
    case '*':
    case '/':
    case '%':
    case 'in':
      return measureOperator(node.op, measure(node.args[0], sizes), measure(node.args[1], sizes));
  }
}

function access(left: Cost, name: string | undefined, index: number): Cost {
  return { cost: 1 + left.cost + index, value: left.value.at(name) };
}

function ofAll(items: readonly Cost[]): Cost {
  const item = items.map(({ value }) => value).reduce(larger, one);
  return { cost: items.reduce((sum, { cost }) => sum + cost, 1), value: made(items.length, item) };
}

function measureBinding({ macro, variable, over, body }: Binding, sizes: Sizes): Cost {
  const range = measure(over, sizes);
  const isBind = macro === 'bind';
  const bound = isBind ? range.value : range.value.item();
  const inner: Sizes = (name) => (name === variable ? bound : sizes(name));
  const parts = body.map((part) => measure(part, inner));
  const once = parts.reduce((sum, { cost }) => sum + cost, 1);
  const last = parts.at(-1)?.value ?? one;
  if (isBind) return { cost: range.cost + once, value: last };
  const { size } = range.value;
  const item = macro === 'map' ? last : range.value.item();
  return { cost: range.cost + 1 + size * (once + 2), value: made(size, item) };
}

/** Characters that a string function processes in one step. */
const perStep = 50;

function measureOperator(operator: string, left: Cost, right: Cost): Cost {
  const both = 1 + left.cost + right.cost;
  const [a, b] = [left.value, right.value];
  switch (operator) {
    case '+':
      return { cost: both + (a.size + b.size) / perStep, value: resized(larger(a, b), a.size + b.size) };
    case 'in':
      return { cost: both + b.size * (1 + deep(a) / perStep), value: one };
    case '==':
    case '!=':
      return { cost: both + Math.min(deep(a), deep(b)) / perStep, value: one };
    default:
      return { cost: both, value: one };
  }
}

function deep(value: Sized, depth = 3): number {
  return depth === 0 || value === one ? value.size : value.size * deep(value.item(), depth - 1);
}

function measureCall(name: string, parts: readonly Cost[]): Cost {
  const cost = parts.reduce((sum, part) => sum + part.cost, 2);
  const [first = one, second = one] = parts.map(({ value }) => value);
  const all = parts.reduce((sum, { value }) => sum + value.size, 0);
  switch (name) {
    case 'has':
    case '_h_':
    case 'size':
      return { cost, value: one };
    case 'contains':
    case 'indexOf':
    case 'lastIndexOf':
    case 'matches':
    case '_match_':
      return { cost: cost + first.size * (1 + second.size / perStep), value: one };
    case 'split':
      return { cost: cost + first.size, value: made(first.size, made(first.size)) };
    case 'json':
      return { cost: cost + first.size, value: read(first.size) };
    case 'hex':
    case 'base64':
      return { cost: cost + first.size / perStep, value: made(2 * first.size) };
    case 'join': {
      const size = first.size * (first.item().size + second.size);
      return { cost: cost + size / perStep, value: made(size) };
    }
    default:
      return { cost: cost + all / perStep, value: resized(first, all) };
  }
}
