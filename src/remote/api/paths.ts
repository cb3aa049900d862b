import { kinds } from '../../kinds/index.ts';
import type { KindName } from '../../kinds/kind.ts';
import type { ObjectKey } from '../../model/api.ts';
import type { Operation } from '../../kinds/operation.ts';

/**
 * The path of an operation with its placeholders filled in: `{id}`, and the field of the parent such as `{edge_id}`.
 */
export function filledPath(
  { path }: Operation,
  { kind, id, parent }: { kind: KindName; id?: string; parent?: string | undefined },
): string {
  let filled = '';
  for (const [index, part] of partsOf(path).entries()) {
    if (index % 2 === 0) {
      filled += part;
      continue;
    }
    const value = part === 'id' ? id : part === kinds[kind].parent?.field ? parent : undefined;
    if (value === undefined) throw new Error(`the path ${path} was called without ${part}`);
    filled += encodeURIComponent(value);
  }
  return filled;
}

const parts = new Map<string, readonly string[]>();

/** Texts, and the name of a placeholder after each but the last; split once, as there are requests by the thousand. */
function partsOf(path: string): readonly string[] {
  const known = parts.get(path);
  if (known !== undefined) return known;
  const made = path.split(/\{(\w+)\}/);
  parts.set(path, made);
  return made;
}

export function objectPath(operation: Operation, { kind, id, edge_id }: ObjectKey): string {
  return filledPath(operation, { kind, id, parent: edge_id });
}
