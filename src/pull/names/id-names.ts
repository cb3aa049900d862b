import { nameables, idPattern, type ReferenceTarget } from '../../kinds/references.ts';
import type { NamedId } from '../../model/workspace/environment.ts';
import { firstFree, markOf } from './free-names.ts';
import { slug } from './slug.ts';

/** The names of ids: those of the environment, and new ones, which make files readable. */
export interface IdNames {
  /** The name of an id; a new one derives from the object itself, else from the first resource that uses it. */
  readonly nameOf: (target: ReferenceTarget, id: string, user: string) => string | undefined;
  /** The ids of new names. */
  readonly fresh: ReadonlyMap<string, string>;
  /** Returns a function that drops the names given after this call. */
  readonly mark: () => () => void;
}

/** `given`: the names that another tool has for objects, by id. */
export function idNames(known: Iterable<NamedId>, given: ReadonlyMap<string, string> = new Map()): IdNames {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  for (const { target, id, name } of known) {
    taken.add(name);
    if (!names.has(`${target} ${id}`)) names.set(`${target} ${id}`, name);
  }
  const fresh = new Map<string, string>();
  return {
    fresh,
    mark: () =>
      markOf(fresh, (name, id) => {
        taken.delete(name);
        names.delete(`${targetOf(name)} ${id}`);
      }),
    nameOf: (target, id, user) => {
      const knownName = names.get(`${target} ${id}`);
      if (knownName !== undefined || nameables[target] === undefined || !idPattern.test(id)) return knownName;
      const wanted = `${target}/${given.get(id) ?? (isShared(target) ? slug(id) : user)}`;
      const name = firstFree(
        (count) => (count === 1 ? wanted : `${wanted}-${count}`),
        (candidate) => taken.has(candidate),
      );
      taken.add(name);
      fresh.set(name, id);
      names.set(`${target} ${id}`, name);
      return name;
    },
  };
}

/** An edge has many routes, so the name of one would mislead; the API shows nothing of it but its id. */
function isShared(target: ReferenceTarget): boolean {
  return target === 'https-edge';
}

function targetOf(name: string): string {
  return name.slice(0, name.indexOf('/'));
}
