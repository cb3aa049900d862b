import type { LedgerFiles } from './ledger-files.ts';

/** Creates a file of so many times the text, whose bytes are on the disk when the promise resolves. */
export async function writeDurably(files: LedgerFiles, path: string, text: string, times = 1): Promise<void> {
  const file = await files.create(path);
  try {
    for (let count = 0; count < times; count++) await file.write(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** The errors of a file system on which a file cannot have a second name. */
export const withoutLinks: ReadonlySet<string> = new Set([
  'EPERM',
  'ENOTSUP',
  'EOPNOTSUPP',
  'ENOSYS',
  'EMLINK',
]);
