import type { UnreadFile } from '../../../model/lint/lint-result.ts';
import type { Workspace } from '../../../model/workspace/workspace.ts';
import { rememberLast } from '../../../text/remember-last.ts';
import { validDocuments } from './documents-in-memory.ts';

/**
 * Whether everything in the workspace could be read. If not, the unread part may use what seems to be unused or declare
 * what seems to be missing: such a finding would be a second one for the same mistake.
 */
export const isReadWhole = rememberLast((workspace: Workspace): boolean => {
  const { settings, diagnostics, yaml } = workspace;
  if (settings.document.isBroken === true) return false;
  if (unreadFilesOf(workspace).length > 0) return false;
  if (diagnostics.some(({ rule }) => unread.test(rule))) return false;
  const valid = validDocuments(workspace);
  return yaml.every((document) => valid.has(document) || document.root === undefined);
});

const unread = /^(?:yaml-|file-|glob-syntax$|no-resources$|environment-)/;

/** Files that look like workspace files but are not read. The folders are walked once per workspace. */
export const unreadFilesOf = rememberLast(
  ({ unreadFiles, diagnostics }: Workspace): readonly UnreadFile[] => {
    // If no resource file or environment is found at all, that has one finding of its own.
    const isLost = (mistake: string): boolean => diagnostics.some(({ rule }) => rule === mistake);
    if (unreadFiles === undefined || isLost('no-resources')) return [];
    return unreadFiles().filter(({ seems }) => seems !== 'environment' || !isLost('no-environment'));
  },
);
