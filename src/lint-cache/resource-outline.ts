/**
 * The outline of a checked resource: the values that cross rules compare, and the names of all other fields. A resource
 * restored from it looks like any compiled resource; if a value outside the outline is read, the resource is compiled
 * again, so no rule needs to know.
 */
import type { Desired } from '../model/desired.ts';
import type { ResourceOutline } from '../model/lint/cached-file.ts';
import type { PlanOrigin } from '../model/plan/change.ts';
import type { Json, JsonObject, Spec, Value } from '../model/value.ts';
import type { Address, ResourceDocument } from '../model/workspace.ts';
import { loginModules } from '../routing/protection.ts';

/** Fields that are stored whole. */
const compared = ['edge_id', 'match_type', 'match', 'url', 'pooling_enabled', 'hostports'] as const;

/** Stored fields of these modules; strings or booleans, never secrets. */
const comparedIn = new Map(loginModules.map((name) => [name, ['enabled', 'cookie_prefix']]));

/** Maximum length of a stored value, as JSON: a longer one is cheaper to compile again than to store. */
const longest = 2_000;

export function resourceOutline({ spec }: Pick<Desired, 'spec'>): ResourceOutline {
  const values: Record<string, Json> = {};
  for (const field of compared) {
    const value = spec[field];
    if (isKept(value)) values[field] = value;
  }
  for (const [field, names] of comparedIn) {
    const module = spec[field];
    if (!isMap(module)) continue;
    const own = names.flatMap((name) => {
      const value = module[name];
      return isKept(value) ? [[name, value] as const] : [];
    });
    if (own.length === names.filter((name) => module[name] !== undefined).length)
      values[field] = Object.fromEntries(own);
  }
  return { fields: Object.keys(spec), values };
}

function isKept(value: Value | undefined): value is Value & Json {
  if (value === undefined) return false;
  // JSON writes a character as six at most.
  if (typeof value === 'string' && value.length < longest / 8) return true;
  const isPlain =
    typeof value !== 'object' || (Array.isArray(value) && value.every((item) => typeof item === 'string'));
  return isPlain && JSON.stringify(value).length <= longest;
}

/** The known part of a compiled resource whose document is released. */
export type KnownOfDesired =
  { readonly outline: ResourceOutline } | { readonly spec: Spec; readonly declaredAt: PlanOrigin };

/** Restores a compiled resource from what is known of it. `compileAgain` returns the complete resource. */
export function recalledDesired(
  document: ResourceDocument,
  environment: string,
  known: KnownOfDesired,
  compileAgain: CompileAgain,
): Desired {
  return new RecalledDesired(document, environment, known, compileAgain);
}

export type CompileAgain = (document: ResourceDocument, environment: string) => Desired;

const none: readonly Address[] = [];

/**
 * A class and one handler for all maps, because there are ten thousand of them: closures would take most of the memory.
 */
class RecalledDesired implements Desired {
  readonly document: ResourceDocument;
  readonly environment: string;
  readonly formerly = none;
  readonly #known: KnownOfDesired;
  readonly #compileAgain: CompileAgain;
  #spec: Spec | undefined;
  #whole: Desired | undefined;

  constructor(document: ResourceDocument, environment: string, known: KnownOfDesired, again: CompileAgain) {
    this.document = document;
    this.environment = environment;
    this.#known = known;
    this.#compileAgain = again;
  }

  get address(): Desired['address'] {
    return this.document.address;
  }

  get kind(): Desired['kind'] {
    return this.document.kind;
  }

  get name(): string {
    return this.document.name;
  }

  get labels(): Desired['labels'] {
    return this.document.labels;
  }

  get spec(): Spec {
    if ('spec' in this.#known) return this.#known.spec;
    return (this.#spec ??= recalledSpec(this.#known.outline, () => this.whole.spec));
  }

  get declaredAt(): Desired['declaredAt'] {
    return 'spec' in this.#known ? this.#known.declaredAt : undefined;
  }

  get layers(): Desired['layers'] {
    return this.whole.layers;
  }

  get replaced(): Desired['replaced'] {
    return this.whole.replaced;
  }

  get originOf(): Desired['originOf'] {
    return this.whole.originOf;
  }

  get whole(): Desired {
    return (this.#whole ??= this.#compileAgain(this.document, this.environment));
  }
}

function recalledSpec({ fields, values }: ResourceOutline, whole: () => Spec): Spec {
  const spec: Record<string, Value> = {};
  for (const field in values) {
    const value = values[field] ?? null;
    const names = comparedIn.get(field);
    spec[field] =
      names === undefined
        ? value
        : recalledMap(
            value as JsonObject,
            { isKnown: (name) => names.includes(name) },
            () => whole()[field] as Spec,
          );
  }
  return recalledMap(spec, { names: fields }, whole);
}

/** Which entries there are: by the names of all, or `isKnown` tells whether the absence of one is known. */
type Entries = { readonly names: readonly string[] } | { readonly isKnown: (name: string) => boolean };

function recalledMap(known: Spec, entries: Entries, whole: () => Spec): Spec {
  return new Proxy(known, new RecalledMap(entries, whole));
}

/** Shares its methods between instances, because there are tens of thousands. */
class RecalledMap implements ProxyHandler<Spec> {
  readonly #entries: Entries;
  readonly #whole: () => Spec;

  constructor(entries: Entries, whole: () => Spec) {
    this.#entries = entries;
    this.#whole = whole;
  }

  get(known: Spec, name: string): Value | undefined {
    return Object.hasOwn(known, name) || this.#isAbsent(name) ? known[name] : this.#whole()[name];
  }

  has(known: Spec, name: string): boolean {
    if (Object.hasOwn(known, name)) return true;
    if ('names' in this.#entries) return this.#entries.names.includes(name);
    return !this.#isAbsent(name) && name in this.#whole();
  }

  ownKeys(): string[] {
    return 'names' in this.#entries ? [...this.#entries.names] : Object.keys(this.#whole());
  }

  #isAbsent(name: string): boolean {
    return 'names' in this.#entries ? !this.#entries.names.includes(name) : this.#entries.isKnown(name);
  }

  getOwnPropertyDescriptor(known: Spec, name: string): PropertyDescriptor | undefined {
    if (Object.hasOwn(known, name)) return Object.getOwnPropertyDescriptor(known, name);
    if (!this.has(known, name)) return undefined;
    return { get: () => this.#whole()[name], enumerable: true, configurable: true };
  }
}

function isMap(value: Value | undefined): value is Readonly<Record<string, Value>> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) !== Array.prototype;
}
