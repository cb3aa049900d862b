import { textOfKey, placeOf } from '../../../edit/document-tree.ts';
import type { DocumentNode, Place, YamlDocument } from '../../../model/document.ts';

/** A glob pattern in edgewright.yaml. */
export interface WrittenPattern {
  readonly glob: string;
  readonly of: 'files' | 'addresses';
  /** The setting that holds it, such as `safety.protect`. */
  readonly where: string;
  readonly place: Place;
}

/** The patterns of `safety.protect` and `lint.overrides`. */
export function patternsIn({ root, source }: YamlDocument): readonly WrittenPattern[] {
  const written = (list: DocumentNode | undefined, of: WrittenPattern['of'], where: string) =>
    (list?.type === 'list' ? list.items : []).flatMap((node): readonly WrittenPattern[] =>
      node.type === 'scalar' && typeof node.value === 'string'
        ? [{ glob: node.value, of, where, place: placeOf(source, node) }]
        : [],
    );
  const overrides = at(root, ['lint', 'overrides']);
  return [
    ...(overrides?.type === 'list' ? overrides.items : []).flatMap((override) => [
      ...written(at(override, ['files']), 'files', 'lint.overrides'),
      ...written(at(override, ['addresses']), 'addresses', 'lint.overrides'),
    ]),
    ...written(at(root, ['safety', 'protect']), 'addresses', 'safety.protect'),
  ];
}

function at(node: DocumentNode | undefined, [key, ...rest]: readonly string[]): DocumentNode | undefined {
  if (key === undefined || node === undefined) return node;
  if (node.type !== 'map') return undefined;
  return at(node.entries.find((entry) => textOfKey(entry) === key)?.value, rest);
}
