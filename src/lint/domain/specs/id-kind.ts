import { kindNames, kinds } from '../../../kinds/index.ts';
import type { KindName } from '../../../kinds/kind.ts';
import type { ReferenceTarget } from '../../../kinds/field.ts';
import { nameables } from '../../../kinds/references.ts';

/** What an id stands for. */
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

/** What ids that begin so were seen to be, where that is not the kind that is wanted; undefined for any other id. */
export function otherKind(id: string, wanted: IdKind): { readonly title: string } | undefined {
  const found = known.find(({ prefixes }) => prefixes.some((prefix) => id.startsWith(prefix)));
  return found === undefined || found.kind === wanted ? undefined : found;
}

export function titleOf(kind: IdKind): string {
  return known.find((one) => one.kind === kind)?.title ?? kind;
}
