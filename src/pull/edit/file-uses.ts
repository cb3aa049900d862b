import path from 'node:path';
import type { Workspace } from '../../model/workspace.ts';

/** How often the YAML files of a workspace write `$(file:…)` with a path. */
export type FileUses = (file: string) => number;

/** Looks at the files once, when it is first asked. */
export function fileUses({ yaml }: Pick<Workspace, 'yaml'>): FileUses {
  let counts: ReadonlyMap<string, number> | undefined;
  return (file) => (counts ??= countUses(yaml)).get(path.posix.normalize(file)) ?? 0;
}

/** A path ends where the expression does, so no part of a text is looked at twice. */
const expression = /\$\(file:((?:[^$)\n]|\$(?!\())+)\)/g;

function countUses(yaml: Workspace['yaml']): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const texts = new Map(yaml.map(({ source }) => [source.path, source]));
  for (const { text } of texts.values())
    for (const [, written = ''] of text.matchAll(expression)) {
      const file = path.posix.normalize(written);
      counts.set(file, (counts.get(file) ?? 0) + 1);
    }
  return counts;
}
