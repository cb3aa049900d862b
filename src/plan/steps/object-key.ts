export function objectKey({ id, edge_id }: { readonly id: string; readonly edge_id?: string }): {
  readonly id: string;
  readonly edge_id?: string;
} {
  return edge_id === undefined ? { id } : { id, edge_id };
}
