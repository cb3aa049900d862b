import { fieldAt } from '../derive/fields.ts';
import type { ReferenceTarget } from '../kinds/field.ts';
import { nameables } from '../kinds/references.ts';
import type { Live } from '../model/live.ts';
import type { Path, Value } from '../model/value.ts';
import type { NamedId } from '../model/workspace.ts';

/** Names of ids: those that the environment has, and new ones for ids that are written more than once. */
export interface IdNames {
  readonly nameOf: (target: ReferenceTarget, id: string) => string | undefined;
  /** Name to id. */
  readonly fresh: ReadonlyMap<string, string>;
}

interface Use {
  readonly target: ReferenceTarget;
  readonly id: string;
  readonly users: string[];
}

/** `objects` come with the names of their resources; an id that is used by several is named after the first. */
export function idNames(
  known: Iterable<NamedId>,
  objects: readonly { readonly live: Live; readonly name: string }[],
): IdNames {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  for (const { target, id, name } of known) {
    taken.add(name);
    if (!names.has(`${target} ${id}`)) names.set(`${target} ${id}`, name);
  }
  const fresh = new Map<string, string>();
  for (const { target, id, users } of usesIn(objects).values()) {
    const [first = ''] = users;
    if (users.length < 2 || names.has(`${target} ${id}`) || nameables[target] === undefined) continue;
    const name = unique(taken, `${target}/${first}`);
    fresh.set(name, id);
    names.set(`${target} ${id}`, name);
  }
  return { fresh, nameOf: (target, id) => names.get(`${target} ${id}`) };
}

function usesIn(
  objects: readonly { readonly live: Live; readonly name: string }[],
): ReadonlyMap<string, Use> {
  const uses = new Map<string, Use>();
  for (const { live, name } of objects) {
    const look = (value: Value, path: Path): void => {
      const field = fieldAt(live.kind, path);
      if (typeof value === 'string' && field?.type === 'string' && field.refersTo !== undefined) {
        const key = `${field.refersTo} ${value}`;
        const use = uses.get(key) ?? { target: field.refersTo, id: value, users: [] };
        use.users.push(name);
        uses.set(key, use);
      } else if (Array.isArray(value)) {
        value.forEach((item, index) => look(item as Value, [...path, index]));
      } else if (typeof value === 'object' && value !== null)
        for (const [key, item] of Object.entries(value)) look(item as Value, [...path, key]);
    };
    for (const [key, value] of Object.entries(live.spec)) look(value, [key]);
  }
  return uses;
}

function unique(taken: Set<string>, wanted: string): string {
  for (let count = 1; ; count++) {
    const name = count === 1 ? wanted : `${wanted}-${count}`;
    if (taken.has(name)) continue;
    taken.add(name);
    return name;
  }
}
