import { open, rename } from 'node:fs/promises';
import { platform } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { heldOpenWaits, isHeldOpen, isUnflushable } from '../../domain/system-errors.ts';

/** The system, which tests replace. */
interface System {
  readonly system?: string;
  readonly openFolder?: (
    folder: string,
  ) => Promise<{ sync: () => Promise<void>; close: () => Promise<void> }>;
  readonly renameFile?: (from: string, to: string) => Promise<void>;
  readonly wait?: (milliseconds: number) => Promise<unknown>;
}

/** Makes creations, renames and removals in a folder durable; on Windows, where that is impossible, does nothing. */
export async function syncFolder(
  folder: string,
  { system = platform(), openFolder = (path) => open(path, 'r') }: System = {},
): Promise<void> {
  try {
    const handle = await openFolder(folder);
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (!isUnflushable(error, system)) throw error;
  }
}

/** Replaces any file at `to`. Windows refuses while another program has it open, so there it is tried again. */
export async function renameOver(
  from: string,
  to: string,
  { system = platform(), renameFile = rename, wait = setTimeout }: System = {},
): Promise<void> {
  for (const milliseconds of heldOpenWaits) {
    try {
      await renameFile(from, to);
      return;
    } catch (error) {
      if (!isHeldOpen(error, system)) throw error;
      await wait(milliseconds);
    }
  }
  await renameFile(from, to);
}
