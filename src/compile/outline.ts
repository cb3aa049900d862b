/**
 * Of a resource that was judged there remains its outline: the values that resources are compared by, and the names of
 * all others. What is made of it looks like any compiled resource; a value that the outline lacks is compiled again when
 * somebody asks for it, so no rule has to know.
 */
import type { Desired } from '../model/desired.ts';
import type { Outline } from '../model/settled.ts';
import type { Json, JsonObject, Spec, Value } from '../model/value.ts';
import type { Address, ResourceDocument } from '../model/workspace.ts';

/** The fields that are kept whole. */
const compared = ['edge_id', 'match_type', 'match', 'url', 'pooling_enabled', 'hostports'] as const;

/** Of these modules the fields that are kept; they are text or a switch, never a secret. */
const comparedIn: Readonly<Record<string, readonly string[]>> = {
  oauth: ['enabled', 'cookie_prefix'],
  oidc: ['enabled', 'cookie_prefix'],
  saml: ['enabled', 'cookie_prefix'],
};

/** A value that is longer, as JSON, is cheaper to compile again than to keep. */
const longest = 2_000;

export function outlineOf({ spec }: Pick<Desired, 'spec'>): Outline {
  const values: Record<string, Json> = {};
  for (const field of compared) {
    const value = spec[field];
    if (isKept(value)) values[field] = value;
  }
  for (const [field, names] of Object.entries(comparedIn)) {
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
  const isPlain =
    typeof value !== 'object' || (Array.isArray(value) && value.every((item) => typeof item === 'string'));
  return isPlain && JSON.stringify(value).length <= longest;
}

/** The compiled resource that an outline was made of. */
export function recalledDesired(
  document: ResourceDocument,
  environment: string,
  { fields, values }: Outline,
  compileAgain: () => Desired,
): Desired {
  let whole: Desired | undefined;
  const compiled = (): Desired => (whole ??= compileAgain());
  const { address, kind, name, labels } = document;
  const known = (field: string): Value | undefined => {
    const value = values[field];
    const names = comparedIn[field];
    if (names === undefined || value === undefined) return value;
    const part = (one: string): Value | undefined =>
      names.includes(one) ? (value as JsonObject)[one] : undefined;
    return recalledMap(
      part,
      (one) => names.includes(one),
      () => compiled().spec[field] as Spec,
    );
  };
  const there = new Set(fields);
  return {
    address,
    kind,
    name,
    environment,
    labels,
    formerly: none,
    document,
    spec: recalledMap(
      known,
      (field) => !there.has(field),
      () => compiled().spec,
    ),
    get layers() {
      return compiled().layers;
    },
    get replaced() {
      return compiled().replaced;
    },
    originOf: (path) => compiled().originOf(path),
  };
}

const none: readonly Address[] = [];

/** A map of which some entries are known; `isKnown` also tells of those that are known to be absent. */
function recalledMap(
  known: (name: string) => Value | undefined,
  isKnown: (name: string) => boolean,
  whole: () => Spec,
): Spec {
  const valueOf = (name: string): Value | undefined => {
    const value = known(name);
    return value !== undefined || isKnown(name) ? value : whole()[name];
  };
  const has = (name: string): boolean => known(name) !== undefined || (!isKnown(name) && name in whole());
  return new Proxy<Spec>(Object.create(null) as Spec, {
    get: (_, name) => (typeof name === 'string' ? valueOf(name) : undefined),
    has: (_, name) => typeof name === 'string' && has(name),
    ownKeys: () => Object.keys(whole()),
    getOwnPropertyDescriptor: (_, name) =>
      typeof name === 'string' && has(name)
        ? { get: () => valueOf(name), enumerable: true, configurable: true }
        : undefined,
  });
}

function isMap(value: Value | undefined): value is Readonly<Record<string, Value>> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) !== Array.prototype;
}
