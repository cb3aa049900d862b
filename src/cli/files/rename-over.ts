import { renameSync } from 'node:fs';
import { platform } from 'node:os';
import { heldOpenWaits, isHeldOpen } from '../../domain/system-errors.ts';

/** The system, which tests replace. */
interface System {
  readonly system?: string;
  readonly renameFile?: (from: string, to: string) => void;
  readonly wait?: (milliseconds: number) => void;
}

/** Replaces any file at `to`. Windows refuses while another program has it open, so there it is tried again. */
export function renameOverSync(
  from: string,
  to: string,
  { system = platform(), renameFile = renameSync, wait = sleepSync }: System = {},
): void {
  for (const milliseconds of heldOpenWaits) {
    try {
      renameFile(from, to);
      return;
    } catch (error) {
      if (!isHeldOpen(error, system)) throw error;
      wait(milliseconds);
    }
  }
  renameFile(from, to);
}

function sleepSync(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
