import { sensitiveParts, variablesInSecrets } from '../../derive/secrets/sensitive-parts.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { Range, Source, YamlDocument } from '../../model/document.ts';
import type { Workspace } from '../../model/workspace/workspace.ts';
import { groupBy } from '../../text/lists/group-by.ts';
import { settingDocuments } from '../domain/specs/documents-in-memory.ts';
import type { LintRun } from './lint-run.ts';

/**
 * Literal secrets in the files that will be shown. Independent of rule settings: text is masked even if the finding
 * about it is suppressed or its rule is off.
 */
export function sensitiveText(
  { input, sensitive }: LintRun,
  diagnostics: readonly Diagnostic[],
): ReadonlyMap<Source, readonly Range[]> {
  const { workspace } = input;
  const shown = new Set<Source>();
  for (const { place, related } of diagnostics) {
    shown.add(place.source);
    for (const relatedPlace of related) shown.add(relatedPlace.place.source);
  }
  const documents = documentsIn(workspace, shown);
  const ranges = new Map<Source, Range[]>();
  for (const source of shown) {
    const sensitiveRanges = sensitiveParts(source, documents.get(source) ?? []);
    ranges.set(source, [...(sensitive.get(source) ?? []), ...sensitiveRanges]);
  }
  for (const [source, variableRanges] of secretVariables(workspace, shown))
    ranges.get(source)?.push(...variableRanges);
  return ranges;
}

function documentsIn(
  workspace: Workspace,
  shown: ReadonlySet<Source>,
): ReadonlyMap<Source, readonly YamlDocument[]> {
  const all = [...workspace.yaml, ...settingDocuments(workspace)];
  return groupBy(
    all.filter(({ source }) => shown.has(source)),
    ({ source }) => source,
  );
}

/** The values of variables that are used in secret fields. */
function secretVariables(
  { yaml, environments }: Workspace,
  shown: ReadonlySet<Source>,
): readonly (readonly [Source, readonly Range[]])[] {
  const variables = [...environments.values()].flatMap(({ vars }) => [...vars]);
  const near = variables.filter(([, { place }]) => shown.has(place.source));
  if (near.length === 0) return [];
  const names = new Set<string>();
  for (const { root } of yaml) if (root !== undefined) variablesInSecrets(root, names);
  return near
    .filter(([name]) => names.has(name))
    .map(([, { place, node }]) => [place.source, [{ start: node.start, end: node.end }]] as const);
}
