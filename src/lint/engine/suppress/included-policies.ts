import type { Diagnostic } from '../../../model/diagnostic.ts';
import type { YamlDocument } from '../../../model/document.ts';
import type { Workspace } from '../../../model/workspace.ts';
import { readYaml } from '../../../workspace/yaml/read-yaml.ts';
import { includedBy } from '../../locate/in-resource.ts';

/** The documents of the traffic policies with findings that are files of their own. */
export function includedPolicies(found: readonly Diagnostic[]): readonly YamlDocument[] {
  const sources = new Set(
    found.flatMap(({ place, related }) =>
      related.some(({ label }) => label.startsWith(includedBy)) ? [place.source] : [],
    ),
  );
  return [...sources].flatMap((source) => readYaml(source).documents);
}

/** The same files as another workspace has them. */
export function sameFilesIn(
  documents: readonly YamlDocument[],
  { readFile }: Workspace,
): readonly YamlDocument[] {
  const paths = new Set(documents.map(({ source }) => source.path));
  return [...paths].flatMap((path) => {
    const read = readFile(path);
    return 'source' in read ? readYaml(read.source).documents : [];
  });
}
