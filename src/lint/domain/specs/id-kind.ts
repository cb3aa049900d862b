import { kindNames, kinds } from '../../../kinds/index.ts';
import type { KindName } from '../../../kinds/kind.ts';
import type { ReferenceTarget } from '../../../kinds/field.ts';
import { nameables } from '../../../kinds/references.ts';

/** The kind of object that an id refers to. */
export type IdKind = ReferenceTarget | KindName;

const known: readonly {
  readonly kind: IdKind;
  readonly title: string;
  readonly prefixes: readonly string[];
}[] = [
  ...Object.entries(nameables).map(([kind, { title, idPrefixes }]) => ({
    kind: kind as ReferenceTarget,
    title,
    prefixes: idPrefixes,
  })),
  ...kindNames.map((kind) => ({ kind, title: kinds[kind].title, prefixes: [kinds[kind].idPrefix] })),
];

/**
 * The kind that an id belongs to by its observed prefix, if it is not the wanted kind; undefined if it is, or is
 * unknown.
 */
export function otherKind(id: string, wanted: IdKind): { readonly title: string } | undefined {
  const found = known.find(({ prefixes }) => prefixes.some((prefix) => id.startsWith(prefix)));
  return found === undefined || found.kind === wanted ? undefined : found;
}

export function titleOf(kind: IdKind): string {
  return known.find((one) => one.kind === kind)?.title ?? kind;
}
