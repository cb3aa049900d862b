import { textOfKey } from '../../edit/tree.ts';
import { kinds } from '../../kinds/index.ts';
import type { ResourceDocument, Workspace } from '../../model/workspace.ts';
import { formatOf } from '../shape/file-format.ts';

/**
 * Whether a resource may have more than was understood of it: a preset that is not there or has a key that no one knows,
 * a key of its own that is misspelt. That it lacks something would be a second finding for the first mistake.
 */
export function isIncomplete({ kind, root, uses }: ResourceDocument, { presets }: Workspace): boolean {
  const format = formatOf(kind);
  if (root.entries.some((entry) => !Object.hasOwn(format, textOfKey(entry)))) return true;
  return uses.some(({ name }) => {
    const spec = presets.get(name)?.spec;
    return spec === undefined || spec.entries.some((entry) => !isField(textOfKey(entry)));
  });
}

function isField(name: string): boolean {
  return Object.values(kinds).some(({ fields }) => Object.hasOwn(fields, name));
}
