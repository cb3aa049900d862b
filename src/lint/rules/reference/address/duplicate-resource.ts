import { placeOf } from '../../../../edit/tree.ts';
import { quoted } from '../../../../model/problem.ts';
import type { DocumentNode, ScalarNode, Place, YamlDocument } from '../../../../model/document.ts';
import { always } from '../../../domain/specs/severity.ts';
import type { WorkspaceRule } from '../../../rule.ts';

export default {
  scope: 'workspace',
  id: 'duplicate-resource',
  group: 'reference',
  severity: always('error'),
  source: 'edgewright-file-format',
  isMust: false,
  summary: 'Two resources, or two presets, have the same name.',
  why: 'The ledger finds an object by its resource address, so only one of the two could exist.',
  fix: 'none',
  bad: `kind: endpoint
name: www
spec:
  url: https://www.example.com
---
kind: endpoint
name: www
spec:
  url: https://b.example.com
`,
  good: `kind: endpoint
name: www
spec:
  url: https://www.example.com
---
kind: endpoint
name: other
spec:
  url: https://b.example.com
`,
  *check({ yaml }) {
    const firsts = new Map<string, Place>();
    let declared: Declared | undefined;
    for (const document of yaml) {
      const { root, source } = document;
      const kind = word(root, 'kind');
      const name = word(root, 'name');
      if (kind === undefined || name === undefined) continue;
      const address = `${String(kind.value)}/${String(name.value)}`;
      const place = placeOf(source, name);
      const first = firsts.get(address);
      if (first === undefined) firsts.set(address, place);
      else {
        declared ??= declaredIn(yaml);
        yield {
          at: { place },
          message: `${quoted(address)} is declared twice`,
          label: 'declared again here',
          help: helpFor(source.path, declared),
          related: [{ place: first, label: 'first declared here' }],
        };
      }
    }
  },
} satisfies WorkspaceRule;

/** All names of a workspace, and how its documents are spread over its files. */
interface Declared {
  readonly names: ReadonlySet<unknown>;
  /** The number of documents by path. */
  readonly documents: ReadonlyMap<string, number>;
}

function declaredIn(all: readonly YamlDocument[]): Declared {
  const names = new Set<unknown>();
  const documents = new Map<string, number>();
  for (const { root, source } of all) {
    names.add(word(root, 'name')?.value);
    documents.set(source.path, (documents.get(source.path) ?? 0) + 1);
  }
  return { names, documents };
}

/**
 * Suggests the file name where the file has one document: it is then often named after its resource, with its content
 * copied from another file.
 */
function helpFor(path: string, { names, documents }: Declared): string {
  const [, stem = ''] = /([^/]+)\.ya?ml$/.exec(path) ?? [];
  const isAlone = documents.get(path) === 1;
  return isAlone && /^[a-z0-9][a-z0-9-]{0,62}$/.test(stem) && !names.has(stem)
    ? `write another name, such as \`${stem}\``
    : 'write another name in one of the two';
}

function word(root: DocumentNode | undefined, key: string): ScalarNode | undefined {
  if (root?.type !== 'map') return undefined;
  const value = root.entries.find((entry) => entry.key.value === key)?.value;
  return value?.type === 'scalar' && typeof value.value === 'string' && value.value !== ''
    ? value
    : undefined;
}
