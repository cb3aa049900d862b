/**
 * An upper bound of the cost of an expression, computed before it is evaluated. The library cannot be interrupted, so
 * anything that could run long must not start: each macro costs its body times the length of what it iterates, each
 * string function the length of its string, with the lengths of the actual values. Short-circuiting is not counted. The
 * bound depends on the expression and the values alone, so it is the same on every machine, unlike a timeout.
 */
import { bindingOf, isOperation, type ASTNode, type Binding } from '../../../derive/expressions/ast.ts';

const unitSize: ValueSize = { size: 1, item: () => unitSize, at: () => unitSize };

class SizedValues implements ValueSize {
  readonly #values: readonly unknown[];
  #size: number | undefined;
  #item: ValueSize | undefined;

  constructor(values: readonly unknown[]) {
    this.#values = values;
  }

  get size(): number {
    return (this.#size ??= this.#values.reduce((most: number, value) => Math.max(most, sizeOf(value)), 1));
  }

  item(): ValueSize {
    return (this.#item ??= sizedOfAny(this.#values.flatMap(itemsOf)));
  }

  at(name: string | undefined): ValueSize {
    return sizedOfAny(this.#values.flatMap((value) => partsOf(value, name)));
  }
}

/** The sizes of the variables in scope, by name. */
type Sizes = (name: string) => ValueSize | undefined;

/** Adds up the cost of what is measured with it. */
interface Meter {
  cost: number;
}

/** The cost in steps; one takes about a tenth of a microsecond. */
export function costOf(ast: ASTNode, variables: Readonly<Record<string, unknown>>): number {
  const sizes: Sizes = (name) => (Object.hasOwn(variables, name) ? sizedOf(variables[name]) : undefined);
  const meter = { cost: 0 };
  measure(ast, sizes, meter);
  return meter.cost;
}

/** Adds the cost of an expression to the meter, and returns the size of its value. */
function measure(node: ASTNode, sizes: Sizes, meter: Meter): ValueSize {
  const binding = bindingOf(node);
  if (binding !== undefined) return measureBinding(binding, sizes, meter);
  meter.cost += 1;
  if (isOperation(node)) {
    const left = measure(node.args[0], sizes, meter);
    return measureOperator(node.op, left, measure(node.args[1], sizes, meter), meter);
  }
  switch (node.op) {
    case 'value':
      return typeof node.args === 'string' ? made(node.args.length) : unitSize;
    case 'id':
      return sizes(node.args) ?? unitSize;
    case '.':
    case '.?':
      return measure(node.args[0], sizes, meter).at(node.args[1]);
    case '[]':
    case '[?]': {
      const [left, index] = node.args;
      const name = index.op === 'value' && typeof index.args === 'string' ? index.args : undefined;
      const value = measure(left, sizes, meter);
      measure(index, sizes, meter);
      return value.at(name);
    }
    case 'list':
      return collection(node.args, sizes, meter);
    case 'map':
      return collection(node.args.flat(), sizes, meter);
    case 'call': {
      const parts = node.args[1].map((item) => measure(item, sizes, meter));
      return measureCall(node.args[0], parts, meter);
    }
    case 'rcall': {
      const receiver = measure(node.args[1], sizes, meter);
      const parts = node.args[2].map((item) => measure(item, sizes, meter));
      return measureCall(node.args[0], [receiver, ...parts], meter);
    }
    case '!_':
    case '-_':
      measure(node.args, sizes, meter);
      return unitSize;
    case '?:': {
      const [condition, yes, no] = node.args;
      measure(condition, sizes, meter);
      return larger(measure(yes, sizes, meter), measure(no, sizes, meter));
    }
  }
}

function collection(items: readonly ASTNode[], sizes: Sizes, meter: Meter): ValueSize {
  const item = items.map((itemNode) => measure(itemNode, sizes, meter)).reduce(larger, unitSize);
  return made(items.length, item);
}

function measureBinding({ macro, variable, over, body }: Binding, sizes: Sizes, meter: Meter): ValueSize {
  const range = measure(over, sizes, meter);
  const isBind = macro === 'bind';
  const bound = isBind ? range : range.item();
  const inner: Sizes = (name) => (name === variable ? bound : sizes(name));
  const once = { cost: 1 };
  let last = unitSize;
  for (const part of body) last = measure(part, inner, once);
  if (isBind) {
    meter.cost += once.cost;
    return last;
  }
  meter.cost += 1 + range.size * (once.cost + 2);
  return made(range.size, macro === 'map' ? last : range.item());
}

/** Characters that a string function processes in one step. */
const perStep = 50;

function measureOperator(operator: string, a: ValueSize, b: ValueSize, meter: Meter): ValueSize {
  switch (operator) {
    case '+':
      meter.cost += (a.size + b.size) / perStep;
      return resized(larger(a, b), a.size + b.size);
    case 'in':
      meter.cost += b.size * (1 + deep(a) / perStep);
      return unitSize;
    case '==':
    case '!=':
      meter.cost += Math.min(deep(a), deep(b)) / perStep;
      return unitSize;
    default:
      return unitSize;
  }
}

function deep(value: ValueSize, depth = 3): number {
  return depth === 0 || value === unitSize ? value.size : value.size * deep(value.item(), depth - 1);
}

function measureCall(name: string, parts: readonly ValueSize[], meter: Meter): ValueSize {
  meter.cost += 1;
  const [first = unitSize, second = unitSize] = parts;
  switch (name) {
    case 'has':
    case '_h_':
    case 'size':
      return unitSize;
    case 'contains':
    case 'indexOf':
    case 'lastIndexOf':
    case 'matches':
    case '_match_':
      meter.cost += first.size * (1 + second.size / perStep);
      return unitSize;
    case 'split':
      meter.cost += first.size;
      return made(first.size, made(first.size));
    case 'json':
      meter.cost += first.size;
      return parsed(first.size);
    case 'hex':
    case 'base64':
      meter.cost += first.size / perStep;
      return made(2 * first.size);
    case 'join': {
      const size = first.size * (first.item().size + second.size);
      meter.cost += size / perStep;
      return made(size);
    }
    default: {
      const all = parts.reduce((sum, { size }) => sum + size, 0);
      meter.cost += all / perStep;
      return resized(first, all);
    }
  }
}

/** The size of a value and of its contents. Of several possible values the largest counts. */
interface ValueSize {
  readonly size: number;
  /** An item of the list, or a key of the map. */
  readonly item: () => ValueSize;
  /** The value under a name or index. */
  readonly at: (name: string | undefined) => ValueSize;
}

/** The sizes of an actual value, worked out as far as they are needed: most expressions read few of them. */
function sizedOf(value: unknown): ValueSize {
  if (typeof value === 'string') return value.length > 1 ? made(value.length) : unitSize;
  return typeof value === 'object' && value !== null ? new SizedValues([value]) : unitSize;
}

function sizedOfAny(values: readonly unknown[]): ValueSize {
  return values.length > 1 ? new SizedValues(values) : sizedOf(values[0]);
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
function made(size: number, item: ValueSize = unitSize): ValueSize {
  return { size, item: () => item, at: () => item };
}

/** A value parsed from a string: its nesting is unknown, but no part of it can be larger than the string. */
function parsed(size: number): ValueSize {
  const part: ValueSize = { size, item: () => part, at: () => part };
  return part;
}

/** The same contents in a value of another size. */
function resized(value: ValueSize, size: number): ValueSize {
  return { size, item: () => value.item(), at: (name) => value.at(name) };
}

function larger(a: ValueSize, b: ValueSize): ValueSize {
  return {
    size: Math.max(a.size, b.size),
    item: () => larger(a.item(), b.item()),
    at: (name) => larger(a.at(name), b.at(name)),
  };
}
