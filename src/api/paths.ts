import { kinds } from '../kinds/index.ts';
import type { KindName, Operation } from '../kinds/kind.ts';
import type { ObjectKey } from '../model/api.ts';

/** The path of an operation with its placeholders filled in: `{id}`, and the field of the parent such as `{edge_id}`. */
export function filledPath(
  { path }: Operation,
  { kind, id, parent }: { kind: KindName; id?: string; parent?: string | undefined },
): string {
  const values: Readonly<Record<string, string | undefined>> = {
    id,
    [kinds[kind].parent?.field ?? '']: parent,
  };
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`the path ${path} was called without ${name}`);
    return encodeURIComponent(value);
  });
}

/** The path for an existing object. */
export function objectPath(operation: Operation, { kind, id, edge_id }: ObjectKey): string {
  return filledPath(operation, { kind, id, parent: edge_id });
}
