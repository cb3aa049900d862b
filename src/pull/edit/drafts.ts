import type { EditTools } from '../../edit/edit-to.ts';
import { editedTo } from '../../edit/edit-to.ts';
import { exitCodes, UserError } from '../../model/errors.ts';
import type { Json } from '../../model/value.ts';

/** The old and new text of a file; `before` is undefined for a new file. */
export interface FileChange {
  readonly path: string;
  readonly before: string | undefined;
  readonly text: string;
}

/** The files that a pull changes, in memory. */
export interface Drafts {
  readonly write: (path: string, before: string | undefined, text: string) => void;
  /** Edits one document of a file so that its value is `target`. */
  readonly edit: (place: DocumentPlace, target: Json) => void;
  readonly textOf: (path: string) => string | undefined;
  readonly changes: () => readonly FileChange[];
}

export interface DocumentPlace {
  readonly path: string;
  /** The text of the file as it was read. */
  readonly text: string;
  readonly index: number;
}

export function startDrafts(tools: EditTools, below?: Drafts): Drafts {
  const files = new Map<string, FileChange>();
  const textOf = (path: string): string | undefined => files.get(path)?.text ?? below?.textOf(path);
  const write = (path: string, before: string | undefined, text: string): void => {
    files.set(path, { path, before: files.get(path)?.before ?? before, text });
  };
  return {
    write,
    textOf,
    edit: ({ path, text, index }, target) => {
      const edited = editedTo({ path, text: textOf(path) ?? text }, index, target, tools);
      if (edited !== undefined) write(path, text, edited);
      else
        throw new UserError(exitCodes.configuration, `\`${path}\` cannot be edited without touching more`, {
          help: 'anchors and aliases that others share are in the way: write the values out. Nothing was written',
        });
    },
    changes: () =>
      [...files.values()]
        .filter(({ before, text }) => before !== text)
        .sort((a, b) => (a.path < b.path ? -1 : 1)),
  };
}
