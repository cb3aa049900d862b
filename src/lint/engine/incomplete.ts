import { textOfKey } from '../../edit/tree.ts';
import { kinds } from '../../kinds/index.ts';
import type { ResourceDocument, Workspace } from '../../model/workspace.ts';
import { formatOf } from '../shape/file-format.ts';

/**
 * Whether a resource may contain more than was read: a missing preset, or misspelled keys in the resource or a preset.
 * A finding about a missing field would then be a second one for the same mistake.
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
