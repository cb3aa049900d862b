import { isUnknownValue, type Knowable } from '../../model/traffic/unknown.ts';
import { Term, termOf, type Ask } from './term.ts';

/** A header as a message has it. */
export interface OpenHeader {
  /** Whether the client's value, if there is one, is still there. */
  readonly isOpen: boolean;
  /** The values that were added, behind that of the client. */
  readonly added: readonly Knowable<string>[];
}

const untouched: OpenHeader = { isOpen: true, added: [] };

const second = 'second ';

/** Whether a term is the second value of a name. */
export function isSecond({ name }: Term): boolean {
  return name.startsWith(second);
}

/** The families of which a client may send more than one value under a name. */
const repeated: ReadonlySet<string> = new Set(['header', 'query']);

/**
 * The headers, parameters or cookies of a message that is not given: which it has is asked when it matters. Those that
 * a policy has set or removed are known.
 */
export class OpenMap extends Map<string, readonly Knowable<string>[]> {
  readonly #ask: Ask;
  /** Before the name of each: `header`. */
  readonly #family: string;
  readonly #touched: ReadonlyMap<string, OpenHeader>;

  constructor(ask: Ask, family: string, touched: ReadonlyMap<string, OpenHeader> = new Map()) {
    super();
    this.#ask = ask;
    this.#family = family;
    this.#touched = touched;
  }

  /** Those that were set or removed, by name. */
  get touched(): ReadonlyMap<string, OpenHeader> {
    return this.#touched;
  }

  /** All of it as one value: what the client sends, with what the policy has made of it. */
  get whole(): Term {
    const made = [...this.#touched].map(([name, { isOpen, added }]) => [
      name,
      isOpen,
      ...added.map((value) => (isUnknownValue(value) ? (termOf(value.unknown) ?? value.unknown.of) : value)),
    ]);
    return new Term(this.#ask, `all of ${this.#family}`, { args: made, type: 'map' });
  }

  with(name: string, values: readonly Knowable<string>[], how: 'append' | 'set'): OpenMap {
    const { isOpen, added } = this.#touched.get(name) ?? untouched;
    const header =
      how === 'set' ? { isOpen: false, added: values } : { isOpen, added: [...added, ...values] };
    return new OpenMap(this.#ask, this.#family, new Map([...this.#touched, [name, header]]));
  }

  without(name: string): OpenMap {
    return this.with(name, [], 'set');
  }

  override has(name: string): boolean {
    const { isOpen, added } = this.#touched.get(name) ?? untouched;
    return added.length > 0 || (isOpen && this.#isSent(name));
  }

  override get(name: string): readonly Knowable<string>[] | undefined {
    const { isOpen, added } = this.#touched.get(name) ?? untouched;
    const values = isOpen && this.#isSent(name) ? [this.#valueOf(name), ...added] : added;
    return values.length === 0 ? undefined : values;
  }

  /** The values as an expression reads them; undefined without one. */
  valuesOf(name: string): OpenList | readonly Knowable<string>[] | undefined {
    const { isOpen, added } = this.#touched.get(name) ?? untouched;
    if (!repeated.has(this.#family) || !isOpen || !this.#isSent(name)) return this.get(name);
    const another = new Term(this.#ask, `${second}${this.#family} ${name}`, { type: 'string' });
    return new OpenList(this.#valueOf(name), another, added);
  }

  #isSent(name: string): boolean {
    return this.#ask({ is: 'present', of: this.#valueOf(name) });
  }

  #valueOf(name: string): Term {
    return new Term(this.#ask, `${this.#family} ${name}`, { type: 'string' });
  }
}

/**
 * The values of a header or a parameter that the client sends, and those that a policy adds behind them. Whether it is
 * sent a second time is asked when a value behind the first matters; two stand for all that there may be.
 */
export class OpenList {
  readonly first: Term;
  readonly #second: Term;
  readonly #added: readonly unknown[];

  constructor(first: Term, second: Term, added: readonly Knowable<string>[]) {
    this.first = first;
    this.#second = second;
    this.#added = added.map((value) => (isUnknownValue(value) ? (termOf(value.unknown) ?? value) : value));
  }

  *[Symbol.iterator](): Iterator<unknown> {
    yield this.first;
    if (this.#second.ask({ is: 'present', of: this.#second })) yield this.#second;
    for (const value of this.#added) yield value;
  }
}

/** A value whose items are all needed. */
export function wholeList(value: unknown): unknown {
  return value instanceof OpenList ? [...value] : value;
}
