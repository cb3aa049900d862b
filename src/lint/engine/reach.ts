import type { Diagnostic } from '../../model/diagnostic.ts';
import type { PresetDocument, Workspace } from '../../model/workspace.ts';
import { placeOf } from '../../edit/tree.ts';
import { usersOf } from './preset-users.ts';

/** A finding in a preset, with the resources that it reaches: one mistake there is one in each of them. */
export function withReach(diagnostic: Diagnostic, workspace: Workspace): Diagnostic {
  const { source, start } = diagnostic.place;
  for (const preset of workspace.presets.values()) {
    const { document } = preset;
    const isThere = document.source === source && document.range.start <= start && start < document.range.end;
    if (isThere) return reaching(diagnostic, preset, workspace);
  }
  return diagnostic;
}

function reaching(
  diagnostic: Diagnostic,
  { name, nameNode, document }: PresetDocument,
  workspace: Workspace,
): Diagnostic {
  const users = usersOf(workspace, name).map(({ address }) => `\`${address}\``);
  // One user is named by the place alone where the finding speaks of it anyway.
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
