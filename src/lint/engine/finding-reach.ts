import { placeOf } from '../../edit/document-tree.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { Place } from '../../model/document.ts';
import type { Address, PresetDocument, Workspace } from '../../model/workspace.ts';
import { rememberEach } from '../../text/remember-last.ts';

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
  const users = usersOf(workspace, name).map(({ address }) => `\`${address}\``);
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

/** A resource that uses a preset, with all presets it uses, in order. */
interface PresetUser {
  readonly address: Address;
  readonly file: string;
  readonly uses: readonly string[];
}

export function usersOf(workspace: Workspace, preset: string): readonly PresetUser[] {
  return usersIn(workspace).get(preset) ?? [];
}

const usersIn = rememberEach(({ resources }: Workspace): ReadonlyMap<string, readonly PresetUser[]> => {
  const users = new Map<string, PresetUser[]>();
  for (const { address, source, uses: named } of resources) {
    const uses = named.map(({ name }) => name);
    for (const name of new Set(uses)) {
      const list = users.get(name) ?? [];
      list.push({ address, file: source.path, uses });
      users.set(name, list);
    }
  }
  return users;
});
