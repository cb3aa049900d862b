import { isSecretValue } from '../../model/secret-reference.ts';
import type { Json, Path, Value } from '../../model/value.ts';

/** A value with fields of its own. */
export type Tree = Readonly<Record<string, Value>>;

export function isTree(value: Value | Json | undefined): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isSecretValue(value);
}

/** The value at a path of a tree, lists included; undefined if there is none. */
export function valueAt(tree: Json | undefined, path: Path): Json | undefined;
export function valueAt(tree: Value | undefined, path: Path): Value | undefined;
export function valueAt(tree: Value | undefined, path: Path): Value | undefined {
  return follow(tree, path, (members, step) => (Object.hasOwn(members, step) ? members[step] : undefined));
}

/** The same, with names in any case, as those of headers return from the service. */
export function valueAtAnyCase(tree: Json | undefined, path: Path): Json | undefined;
export function valueAtAnyCase(tree: Value | undefined, path: Path): Value | undefined;
export function valueAtAnyCase(tree: Value | undefined, path: Path): Value | undefined {
  return follow(tree, path, (members, step) => {
    if (Object.hasOwn(members, step)) return members[step];
    const name = String(step).toLowerCase();
    const key = Object.keys(members).find((candidate) => candidate.toLowerCase() === name);
    return key === undefined ? undefined : members[key];
  });
}

type Members = Readonly<Record<string | number, Value>>;

function follow(
  tree: Value | undefined,
  path: Path,
  memberOf: (members: Members, step: string | number) => Value | undefined,
): Value | undefined {
  let value = tree;
  for (const step of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = memberOf(value as Members, step);
  }
  return value;
}
