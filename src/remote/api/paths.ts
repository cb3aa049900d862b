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
  return path.replaceAll(/\{(\w+)\}/g, (_placeholder, name: string) => {
    const value = name === 'id' ? id : name === kinds[kind].parent?.field ? parent : undefined;
    if (value === undefined) throw new Error(`the path ${path} was called without ${name}`);
    return encodeURIComponent(value);
  });
}

export function objectPath(operation: Operation, { kind, id, edge_id }: ObjectKey): string {
  return filledPath(operation, { kind, id, parent: edge_id });
}
