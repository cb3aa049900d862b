/** The other owner of an object: an address in a ledger that was read, or the owner in its marker. */
export function ownerText({ owner, other, id }: ObjectOwner): string {
  if (other !== undefined) return `\`${owner}\` manages ${id}, as \`${other}\``;
  return isForeign(owner)
    ? `${id} carries the marker of another workspace (owner ${owner})`
    : `${id} carries the marker of \`${owner}\`, whose ledger is not here`;
}

/** The owner in the marker of an object that was named before. */
export function markerText({ owner }: { readonly owner: string }): string {
  return isForeign(owner)
    ? `its marker names another workspace (owner ${owner})`
    : `its marker names the environment \`${owner}\``;
}

interface ObjectOwner {
  readonly id: string;
  readonly owner: string;
  readonly other?: string | undefined;
}

/** The other owner of an object, given its claim. */
export function claimText(
  { owner, address }: { readonly owner: string; readonly address?: string },
  { id }: { readonly id: string },
): string {
  return ownerText({ id, owner, other: address });
}

/** Whether the owner belongs to another workspace: its marker then has no environment of this one. */
export function isForeign(owner: string): boolean {
  return /^[0-9a-f]{16}$/.test(owner);
}
