import { diskError } from '../ledger-error.ts';

/** Turns an error of the file system into one that names the file of the ledger. */
export async function onDisk<Result>(
  verb: 'read' | 'lock' | 'write',
  file: string,
  task: () => Promise<Result>,
  help?: string,
): Promise<Result> {
  try {
    return await task();
  } catch (error) {
    throw diskError(verb, file, error, help);
  }
}
