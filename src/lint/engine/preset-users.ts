import type { Address, Workspace } from '../../model/workspace.ts';

/** A resource that uses a preset, with all presets it uses, in order. */
export interface PresetUser {
  readonly address: Address;
  readonly uses: readonly string[];
}

const known = new WeakMap<Workspace, ReadonlyMap<string, readonly PresetUser[]>>();

export function usersOf(workspace: Workspace, preset: string): readonly PresetUser[] {
  const all = known.get(workspace) ?? usersIn(workspace);
  known.set(workspace, all);
  return all.get(preset) ?? [];
}

function usersIn({ resources }: Workspace): ReadonlyMap<string, readonly PresetUser[]> {
  const users = new Map<string, PresetUser[]>();
  for (const { address, uses: named } of resources) {
    const uses = named.map(({ name }) => name);
    for (const name of new Set(uses)) {
      const list = users.get(name) ?? [];
      list.push({ address, uses });
      users.set(name, list);
    }
  }
  return users;
}
