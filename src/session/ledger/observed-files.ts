import type { LedgerFiles } from '../../ledger/file/ledger-files.ts';
import type { RunInputs } from '../../model/lint/run-inputs.ts';
import { typeOnDisk } from '../../workspace/files/path-state.ts';

/** The file system that reports what a reader of a ledger looks at. */
export function observedFiles(files: LedgerFiles, inputs: RunInputs | undefined): LedgerFiles {
  if (inputs === undefined) return files;
  const { readPieces } = files;
  return {
    ...files,
    look: (path) => {
      inputs.type(path, typeOnDisk(path));
      return files.look(path);
    },
    read: (path) => {
      inputs.content(path);
      return files.read(path);
    },
    ...(readPieces && {
      readPieces: (path, take) => {
        inputs.content(path);
        return readPieces(path, take);
      },
    }),
    list: (folder) => {
      inputs.content(folder);
      return files.list(folder);
    },
  };
}
