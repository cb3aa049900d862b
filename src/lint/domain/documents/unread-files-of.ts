import type { UnreadFile } from '../../../model/lint/unread-file.ts';
import type { Workspace } from '../../../model/workspace.ts';
import { rememberLast } from '../../../text/remember-last.ts';

/** What looks like ours and is not read; the folders are walked once. */
export const unreadFilesOf = rememberLast(
  ({ unreadFiles, diagnostics }: Workspace): readonly UnreadFile[] => {
    // Where nothing at all is read, that is the one mistake.
    const isLost = (what: string): boolean => diagnostics.some(({ rule }) => rule === what);
    if (unreadFiles === undefined || isLost('no-resources')) return [];
    return unreadFiles().filter(({ seems }) => seems !== 'environment' || !isLost('no-environment'));
  },
);
