import type { UnreadFile } from '../../../model/lint/unread-file.ts';
import type { Workspace } from '../../../model/workspace.ts';
import { rememberLast } from '../../../text/remember-last.ts';

/** Files that look like workspace files but are not read. The folders are walked once per workspace. */
export const unreadFilesOf = rememberLast(
  ({ unreadFiles, diagnostics }: Workspace): readonly UnreadFile[] => {
    // If no resource file or environment is found at all, that has one finding of its own.
    const isLost = (what: string): boolean => diagnostics.some(({ rule }) => rule === what);
    if (unreadFiles === undefined || isLost('no-resources')) return [];
    return unreadFiles().filter(({ seems }) => seems !== 'environment' || !isLost('no-environment'));
  },
);
