import path from 'node:path';
import type { Workspace } from '../../model/workspace.ts';

/** The number of occurrences of `$(file:…)` with this path in the YAML files of a workspace. */
export type FileUses = (file: string) => number;

/** Counts once, on the first call. */
export function fileUses({ yaml }: Pick<Workspace, 'yaml'>): FileUses {
  let counts: ReadonlyMap<string, number> | undefined;
  return (file) => (counts ??= countUses(yaml)).get(path.posix.normalize(file)) ?? 0;
}

/** The path ends with the expression, so that no part of a text is scanned twice. */
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
