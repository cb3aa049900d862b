import { placeOf } from '../../derive/yaml/node-place.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { Place } from '../../model/document.ts';
import type { Workspace } from '../../model/workspace/workspace.ts';
import { validDocuments } from '../domain/specs/documents-in-memory.ts';
import { usersOf } from '../domain/specs/preset-users.ts';
import { includedBy, usedHere } from '../locate/in-resource.ts';
import type { LintInput } from './lint-run.ts';
import { asCode } from '../../text/quoted.ts';
import type { PresetDocument } from '../../model/workspace/workspace-document.ts';

/** Adds the resources that use a preset to a finding in it: a mistake there is a mistake in each of them. */
export function withReach(diagnostic: Diagnostic, workspace: Workspace): Diagnostic {
  for (const preset of workspace.presets.values())
    if (isInPreset(preset, diagnostic.place)) return reaching(diagnostic, preset, workspace);
  return diagnostic;
}

export function isInPreset({ document: { source, range } }: PresetDocument, place: Place): boolean {
  return source === place.source && range.start <= place.start && place.start < range.end;
}

function reaching(
  diagnostic: Diagnostic,
  { name, nameNode, document }: PresetDocument,
  workspace: Workspace,
): Diagnostic {
  const users = usersOf(workspace, name).map(({ address }) => asCode(address));
  // With a single user, the finding is about that resource alone.
  if (users.length < 2) return diagnostic;
  const label = `reaches ${inWords(users)}`;
  return {
    ...diagnostic,
    related: [...diagnostic.related, { place: placeOf(document.source, nameNode), label }],
  };
}

function inWords(users: readonly string[]): string {
  const [first = '', second = ''] = users;
  return users.length === 2 ? `${first} and ${second}` : `${first}, ${second} and ${users.length - 2} more`;
}

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
    usersOf(workspace, name).some(({ source }) => files.has(source.path)),
  );
  const isUsed = (place: Place): boolean =>
    files.has(place.source.path) || presets.some((preset) => isInPreset(preset, place));
  const lacksName = [...compiled.values()].some(({ diagnostics }) =>
    diagnostics.some(({ isConsequence, place }) => isConsequence === true && isUsed(place)),
  );
  const unread = lacksName ? unreadFiles(workspace) : new Set();
  return ({ place, severity, related }) =>
    files.has(place.source.path) ||
    related.some(
      (relatedPlace) =>
        relatedPlace.label.startsWith(includedBy) && files.has(relatedPlace.place.source.path),
    ) ||
    (severity === 'error' &&
      (isUsed(place) ||
        unread.has(place.source.path) ||
        related.some((relatedPlace) => relatedPlace.label === usedHere && isUsed(relatedPlace.place))));
}

function unreadFiles(workspace: Workspace): ReadonlySet<string> {
  const valid = validDocuments(workspace);
  const unread = workspace.yaml.filter((document) => !valid.has(document));
  return new Set([
    ...workspace.diagnostics.map(({ place }) => place.source.path),
    ...unread.map(({ source }) => source.path),
  ]);
}
