import type { Levels } from './levels.ts';
import { docsAddress, referencePage } from '../../derive/explain/docs-address.ts';
import { specPath } from '../../derive/forms/fields.ts';
import { entryOf } from '../../derive/yaml/document-tree.ts';
import { isKindName } from '../../kinds/index.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { YamlDocument } from '../../model/document.ts';
import { rulePage } from '../../model/lint/rule.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';

/** Links need these beside the finding: `lint.docs_url`, and the documents of the files. */
interface LinkSettings {
  readonly docsUrl?: string | undefined;
  readonly yaml: readonly YamlDocument[];
}

/**
 * Adds the URL of the rule's page, and of the field in the reference, if `lint.docs_url` is set. Lint policies have no
 * page.
 */
export function withLinks(diagnostic: Diagnostic, levels: Levels, settings: LinkSettings): Diagnostic {
  const { docsUrl, yaml } = settings;
  if (docsUrl === undefined) return diagnostic;
  const rule = levels.rule(diagnostic.rule);
  const page = rule === undefined || rule.id.startsWith('policy/') ? undefined : rulePage(rule);
  const field = pageOfField(diagnostic, yaml);
  return {
    ...diagnostic,
    ...withoutUndefined({
      url: page === undefined ? undefined : docsAddress(docsUrl, page),
      reference: field === undefined ? undefined : docsAddress(docsUrl, field),
    }),
  };
}

/** Findings of the reader have no address, but the path from the root of their document. */
function pageOfField(diagnostic: Diagnostic, yaml: readonly YamlDocument[]): string | undefined {
  const { address, path } = diagnostic;
  if (path === undefined) return undefined;
  const kind = address === undefined ? kindAround(diagnostic, yaml) : address.split('/')[0];
  return kind === undefined || !isKindName(kind) ? undefined : referencePage(kind, specPath(path) ?? path);
}

function kindAround({ place }: Diagnostic, yaml: readonly YamlDocument[]): string | undefined {
  const document = yaml.find(
    ({ source, range }) => source === place.source && range.start <= place.start && place.start <= range.end,
  );
  const kind = document?.root === undefined ? undefined : entryOf(document.root, 'kind')?.value;
  return kind?.type === 'scalar' && typeof kind.value === 'string' ? kind.value : undefined;
}
