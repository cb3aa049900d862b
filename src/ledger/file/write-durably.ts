import type { LedgerFiles } from './ledger-files.ts';

/** Creates a file whose bytes are on the disk when the promise resolves. */
export async function writeDurably(files: LedgerFiles, path: string, text: string): Promise<void> {
  const file = await files.create(path);
  try {
    await file.write(text);
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
