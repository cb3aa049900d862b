import { kindNames, kinds } from '../../../kinds/index.ts';
import type { KindName } from '../../../kinds/kind.ts';
import { nameables, type ReferenceTarget } from '../../../kinds/references.ts';
import { withArticle } from '../../../text/words/noun-words.ts';

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
export function otherKind(id: string, wanted: IdKind): IdKind | undefined {
  const found = known.find(({ prefixes }) => prefixes.some((prefix) => id.startsWith(prefix)));
  return found?.kind === wanted ? undefined : found?.kind;
}

/** `an IP policy`. */
export function oneOf(kind: IdKind): string {
  return withArticle(known.find((form) => form.kind === kind)?.title ?? kind);
}

/** `write the id of an IP policy, which begins with `ipp_``. */
export function idHelp(kind: IdKind): string {
  const [prefix] = known.find((form) => form.kind === kind)?.prefixes ?? [];
  return `write the id of ${oneOf(kind)}${prefix === undefined ? '' : `, which begins with \`${prefix}\``}`;
}
