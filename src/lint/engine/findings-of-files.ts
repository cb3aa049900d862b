import type { Diagnostic } from '../../model/diagnostic.ts';
import type { Place } from '../../model/document.ts';
import { includedBy } from '../locate/in-resource.ts';
import { validDocuments } from './lint-documents.ts';
import { usedHere } from './lint-environment.ts';
import type { LintInput } from './lint-run.ts';
import { isInPreset, usersOf } from './finding-reach.ts';

/**
 * Selects the findings in the chosen files, and the errors elsewhere that break the resources in them: in presets,
 * variables and included files. Where a name is missing because a file was not read, these are the errors of that file.
 */
export function findingsOfFiles({
  workspace,
  compiled,
  files,
}: LintInput): (diagnostic: Diagnostic) => boolean {
  if (files === undefined) return () => true;
  const presets = [...workspace.presets.values()].filter(({ name }) =>
    usersOf(workspace, name).some(({ file }) => files.has(file)),
  );
  const isUsed = (place: Place): boolean =>
    files.has(place.source.path) || presets.some((preset) => isInPreset(preset, place));
  const lacksName = [...compiled.values()].some(({ diagnostics }) =>
    diagnostics.some(({ isConsequence, place }) => isConsequence === true && isUsed(place)),
  );
  const unread = lacksName ? unreadFiles(workspace) : new Set();
  return ({ place, severity, related }) =>
    files.has(place.source.path) ||
    related.some((one) => one.label.startsWith(includedBy) && files.has(one.place.source.path)) ||
    (severity === 'error' &&
      (isUsed(place) ||
        unread.has(place.source.path) ||
        related.some((one) => one.label === usedHere && isUsed(one.place))));
}

function unreadFiles(workspace: LintInput['workspace']): ReadonlySet<string> {
  const meanings = validDocuments(workspace);
  const unread = workspace.yaml.filter((document) => !meanings.has(document));
  return new Set([
    ...workspace.diagnostics.map(({ place }) => place.source.path),
    ...unread.map(({ source }) => source.path),
  ]);
}
