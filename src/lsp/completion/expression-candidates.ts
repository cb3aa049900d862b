import type { Workspace } from '../../model/workspace.ts';
import type { Candidate } from './candidate.ts';
import { nameWords } from '../hover/name-words.ts';

/** The candidates after an open `$(`: variables, `secret:` and `file:`; after these prefixes secrets and files. */
export function expressionCandidates(
  workspace: Workspace,
  typed: string,
  files: () => readonly string[],
): readonly Candidate[] {
  if (typed.startsWith('$(secret:'))
    return [...workspace.settings.secrets.keys()].map((name) => ({
      label: name,
      type: 'secret',
      text: `$(secret:${name})`,
    }));
  if (typed.startsWith('$(file:'))
    return files().map((label) => ({ label, type: 'file', text: `$(file:${label})` }));
  return [
    ...variables(workspace),
    {
      label: 'environment',
      type: 'variable',
      text: '$(environment)',
      doc: 'The name of the environment.',
    },
    {
      label: 'secret:',
      type: 'secret',
      text: '$(secret:',
      doc: 'A secret that edgewright.yaml declares; it is never shown.',
    },
    {
      label: 'file:',
      type: 'file',
      text: '$(file:',
      doc: 'The text of a file of the workspace, as a whole value.',
    },
  ];
}

function variables(workspace: Workspace): readonly Candidate[] {
  const names = new Map(
    [...workspace.environments.values()].flatMap(({ vars }) =>
      [...vars.values()].map(({ name, place }) => [name, place] as const),
    ),
  );
  return [...names]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, place]) => ({
      label: name,
      type: 'variable',
      text: `$(${name})`,
      doc: nameWords(workspace, { type: 'variable', name, role: 'declaration', place }),
    }));
}
