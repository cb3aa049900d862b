import { lastNotAfter } from '../../../text/ranges.ts';
import type { Diagnostic } from '../../../model/diagnostic.ts';
import { isIgnorable } from '../../../model/lint/rule.ts';
import type { YamlDocument } from '../../../model/document.ts';
import { resourcesWithTrees, type Workspace } from '../../../model/workspace.ts';
import type { Levels } from '../levels.ts';
import type { LintInput } from '../lint-run.ts';

/**
 * `hidden`: a comment may hide the finding. `refused`: it may not, because the document would be skipped. `never`: the
 * rule cannot be suppressed.
 */
export type IgnoreVerdict = (diagnostic: Diagnostic) => 'hidden' | 'refused' | 'never';

export function ignoring({ workspace, compiled }: LintInput, levels: Levels): IgnoreVerdict {
  const improper = improperDocuments(workspace);
  const unmade = new Set(
    [workspace, ...compiled.values()].flatMap(({ diagnostics }) =>
      diagnostics.filter(({ severity }) => severity === 'error').map(placeText),
    ),
  );
  return (diagnostic) => {
    const { rule, severity, place } = diagnostic;
    const known = levels.rule(rule);
    if (known === undefined || !isIgnorable(known)) return 'never';
    if (severity !== 'error') return 'hidden';
    if (unmade.has(placeText(diagnostic))) return 'refused';
    const documents = improper.get(place.source.path) ?? [];
    const document = documents[lastNotAfter(documents, place.start, ({ range }) => range.start)];
    return document !== undefined && place.start <= document.range.end ? 'refused' : 'hidden';
  };
}

function placeText({ rule, place }: Diagnostic): string {
  return `${rule}\0${place.start}\0${place.source.path}`;
}

/**
 * Documents in resource files that are not valid resources, presets, removals or approvals. A plan ignores them: if an
 * error in one were hidden, the plan could delete the object that the document declares.
 */
function improperDocuments({
  yaml,
  resources,
  presets,
  removed,
  approvals,
}: Workspace): ReadonlyMap<string, readonly YamlDocument[]> {
  const proper = new Set<YamlDocument>();
  for (const one of [...resourcesWithTrees({ resources }), ...presets.values(), ...removed, ...approvals])
    proper.add(one.document);
  const byFile = new Map<string, YamlDocument[]>();
  for (const document of yaml) {
    if (proper.has(document)) continue;
    const { path } = document.source;
    const known = byFile.get(path);
    if (known === undefined) byFile.set(path, [document]);
    else known.push(document);
  }
  return byFile;
}
