import { onTestFinished } from 'vitest';
import { getCurrentTest } from 'vitest/suite';
import type { LedgerFiles, NewFile } from '../../src/ledger/file/ledger-files.ts';
import { nodeFiles } from '../../src/ledger/file/node-files.ts';

/** The files of Node. What a run that ends in the middle leaves open, as one that is killed does, its test closes. */
export const closedFiles: LedgerFiles = {
  ...nodeFiles,
  create: async (place) => closed(await nodeFiles.create(place)),
  openEnd: async (place) => closed(await nodeFiles.openEnd(place)),
};

function closed(file: NewFile): NewFile {
  if (getCurrentTest() !== undefined) onTestFinished(() => file.close());
  return file;
}
