import path from 'node:path';
import { resourceSources, type Workspace } from '../../model/workspace.ts';

/** The number of occurrences of `$(file:…)` with this path in the YAML files of a workspace. */
export type FileUses = (file: string) => number;

/** Counts once, on the first call. */
export function fileUses(workspace: Pick<Workspace, 'yaml' | 'resources'>): FileUses {
  let counts: ReadonlyMap<string, number> | undefined;
  return (file) => (counts ??= countUses(workspace)).get(path.posix.normalize(file)) ?? 0;
}

/** The path ends with the expression, so that no part of a text is scanned twice. */
const expression = /\$\(file:((?:[^$)\n]|\$(?!\())+)\)/g;

function countUses(workspace: Parameters<typeof resourceSources>[0]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { text } of resourceSources(workspace))
    for (const [, written = ''] of text.matchAll(expression)) {
      const file = path.posix.normalize(written);
      counts.set(file, (counts.get(file) ?? 0) + 1);
    }
  return counts;
}
