/**
 * Remembers between runs which evaluations passed. An expression depends on the values at the paths that it names, so
 * after a change of any other field the policy passes again, and the CEL library is not even loaded.
 */
import type { KindName } from '../../kinds/kind.ts';
import { isTree } from '../../derive/forms/tree.ts';
import { secretIn } from '../../derive/secrets/secret-patterns.ts';
import { masked, Secret, SecretReference } from '../../model/secret.ts';
import type { Json, Value } from '../../model/value.ts';
import { idHash } from '../../text/hash.ts';
import type { Subject } from '../rule.ts';
import type { CheckedPolicy } from './check-policy.ts';
import { pathsIn } from './check-names.ts';

/** By policy and kind: the paths that it reads, and the values with which it passed, or a hash of them. */
export type PolicyPasses = Readonly<Record<string, PassesOfKind>>;

interface PassesOfKind {
  readonly reads: readonly (readonly string[])[];
  readonly passed: readonly string[];
}

export interface KnownPasses {
  readonly has: (policy: string, resource: Subject, environment: string) => boolean;
  readonly add: (policy: CheckedPolicy, resource: Subject, environment: string) => void;
  /** Everything known; undefined if nothing was added. */
  readonly changed: () => PolicyPasses | undefined;
}

/** The most passes that are kept. With more, those of earlier runs are dropped. */
const mostPasses = 2_000;

/** Longer values are hashed, and what looks like a secret. The library for hashes takes milliseconds to load. */
const longestKey = 4_000;

export function knownPasses(before: PolicyPasses): KnownPasses {
  const known = new Map(Object.entries(before).map(([name, one]) => [name, openPasses(one)]));
  const added = new Map<string, OpenPasses>();
  let evaluated = 0;
  return {
    has: (policy, resource, environment) => {
      const name = nameOf(policy, resource.kind);
      const isIn = (one: OpenPasses): boolean => one.passed.has(keyOfReads(one, resource, environment));
      return [known.get(name), added.get(name)].some((one) => one !== undefined && isIn(one));
    },
    add: (policy, resource, environment) => {
      if (++evaluated > mostPasses) return;
      const name = nameOf(policy.policy.name, resource.kind);
      const own = added.get(name) ?? { reads: readsOf(policy, resource.kind), passed: new Set<string>() };
      added.set(name, own);
      own.passed.add(keyOfReads(own, resource, environment));
    },
    changed: () => {
      if (added.size === 0) return undefined;
      const all = new Map(added);
      const count = [...known.values(), ...added.values()].reduce((sum, { passed }) => sum + passed.size, 0);
      if (count <= mostPasses)
        for (const [name, { reads, passed }] of known)
          all.set(name, { reads, passed: new Set([...passed, ...(added.get(name)?.passed ?? [])]) });
      return Object.fromEntries(
        [...all].map(([name, { reads, passed }]) => [name, { reads, passed: [...passed] }]),
      );
    },
  };
}

interface OpenPasses {
  readonly reads: PassesOfKind['reads'];
  readonly passed: Set<string>;
}

function openPasses({ reads, passed }: PassesOfKind): OpenPasses {
  return { reads, passed: new Set(passed) };
}

function nameOf(policy: string, kind: KindName): string {
  return `${policy} ${kind}`;
}

function readsOf({ where, assert }: CheckedPolicy, kind: KindName): PassesOfKind['reads'] {
  const reads = [where, assert].flatMap((one) => {
    const ast = one?.get(kind)?.ast;
    return ast === undefined ? [] : pathsIn(ast);
  });
  const paths = reads.map(({ root, steps }) => [root, ...steps.map(({ name }) => name)]);
  return [...new Map(paths.map((one) => [JSON.stringify(one), one])).values()];
}

/** Covers exactly what the expressions can see. */
function keyOfReads({ reads }: OpenPasses, resource: Subject, environment: string): string {
  const { kind, name, address, labels, spec } = resource;
  const variables = { spec, labels, environment, address, name, kind };
  const values = reads.map((path) => valueAt(variables, path));
  const text = JSON.stringify(values);
  return text.length > longestKey || secretIn(text) !== undefined ? idHash(values) : text;
}

/** The value, and how many names of the path lead to it: all, or fewer if a part is not set. */
function valueAt(from: Value, path: readonly string[]): Json {
  let value = from;
  for (const [depth, name] of path.entries()) {
    const next = isTree(value) && Object.hasOwn(value, name) ? value[name] : undefined;
    if (next === undefined) return [depth];
    value = next;
  }
  return [path.length, asSeen(value)];
}

/** Secrets as expressions see them; maps with the order of their keys, in which expressions go through them. */
function asSeen(value: Value): Json {
  if (value instanceof Secret) return { secret: [] };
  if (value instanceof SecretReference)
    return { secret: value.parts.map((part) => (typeof part === 'string' ? part : [masked])) };
  if (isTree(value)) return { map: Object.entries(value).map(([name, one]) => [name, asSeen(one)]) };
  return Array.isArray(value) ? value.map(asSeen) : (value as Json);
}
