import { suggestions } from '../../derive/suggest.ts';
import type { YamlDocument } from '../../model/document.ts';
import type { MapNode } from '../../model/document.ts';
import { entryOf } from '../locate/tree.ts';
import { documentKinds, formatOf, type DocumentKind } from './file-format.ts';
import { orList, shown, type ShapeFinding } from './shape-finding.ts';

/** What a document is by its `kind`, or what keeps us from knowing. */
export type Dispatch =
  { readonly kind: DocumentKind; readonly root: MapNode } | { readonly problem: ShapeFinding | undefined };

/** RULES.md, step 2: without a known kind there is one finding and nothing more. */
export function dispatch(document: YamlDocument): Dispatch {
  const { root } = document;
  if (root === undefined || (root.type === 'scalar' && root.value === null)) {
    return { problem: document.isBroken === true ? undefined : emptyDocument() };
  }
  if (root.type !== 'map') {
    const what = root.type === 'list' ? 'a list' : 'a single value';
    return { problem: unknownKind([], `a document must be a mapping with a \`kind\`, not ${what}`) };
  }
  const entry = entryOf(root.entries, 'kind');
  if (entry === undefined) {
    const help = kindFrom(root);
    return { problem: unknownKind([], 'this document has no `kind`', help) };
  }
  const { value } = entry;
  const name = value.type === 'scalar' ? String(value.value) : undefined;
  const kind = documentKinds.find((one) => one === name);
  if (kind !== undefined) return { kind, root };
  if (name === undefined) return { problem: unknownKind(['kind'], '`kind` must be a word') };
  const [meant] = suggestions(name, documentKinds);
  const tail = meant === undefined ? '' : `, did you mean \`${meant}\``;
  const problem = unknownKind(['kind'], `unknown kind ${shown(name)}${tail}`);
  if (meant === undefined) return { problem };
  const fix = {
    safety: 'unsafe',
    title: `write \`${meant}\``,
    changes: [{ replace: ['kind'], with: meant }],
  } as const;
  return { problem: { ...problem, finding: { ...problem.finding, fix } } };
}

function emptyDocument(): ShapeFinding {
  return {
    rule: 'document-empty',
    finding: {
      at: { path: [] },
      message: 'this document is empty',
      help: 'write a resource, or delete the document',
    },
    broken: [],
  };
}

function unknownKind(
  path: readonly string[],
  message: string,
  help = `write ${orList(documentKinds)}`,
): ShapeFinding {
  return { rule: 'unknown-kind', finding: { at: { path }, message, help }, broken: [] };
}

/** The kind that a document without one probably is, by its keys. */
function kindFrom(root: MapNode): string | undefined {
  const keys = root.entries.map(({ key }) => String(key.value));
  const fits = (['removed', 'consent'] as const).filter((kind) => {
    const own = Object.keys(formatOf(kind));
    return keys.length > 0 && keys.every((key) => own.includes(key));
  });
  const [only] = fits;
  return fits.length === 1 && only !== undefined ? `add \`kind: ${only}\`` : undefined;
}
