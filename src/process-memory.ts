import { setFlagsFromString } from 'node:v8';
import type { MemoryAim } from './model/io.ts';

/**
 * V8 puts new objects at once where old ones are, at places in the code whose objects have lived long so far: after the
 * texts of many files have been read, these are the places that make trees, and each tree would drag along all that
 * belongs to it.
 */
const placed = {
  on: ['--no-allocation-site-pretenuring'],
  off: ['--allocation-site-pretenuring'],
};

/**
 * V8 copies up to 920 bytes of other functions into a hot one. With hundreds of rules compiling that takes a tenth of all
 * time, and gains nothing.
 */
const copied = {
  on: ['--max-inlined-bytecode-size-cumulative=300'],
  off: ['--max-inlined-bytecode-size-cumulative=920'],
};

/** By default V8 lets garbage grow to five times the live memory. */
const garbage = {
  time: { on: ['--heap-growing-percent=130'], off: ['--heap-growing-percent=0'] },
  both: { on: ['--heap-growing-percent=45'], off: ['--heap-growing-percent=0'] },
  space: {
    on: ['--heap-growing-percent=20', '--semi-space-growth-factor=1'],
    off: ['--heap-growing-percent=0', '--semi-space-growth-factor=2'],
  },
} as const satisfies Record<MemoryAim, unknown>;

/** The flags that undo those that were set. */
const restoring = new Set<string>();

/**
 * V8 reads these settings when it collects and when it compiles. A code cache is valid only with the settings that it was
 * made with, so they are as before when it is written, at the exit. A run may ask for them again for each environment.
 */
export function tuneMemory(aim: MemoryAim): void {
  if (restoring.size === 0) {
    process.prependOnceListener('exit', () => {
      for (const flag of restoring) setFlagsFromString(flag);
    });
  }
  for (const { on, off } of [placed, copied, garbage[aim]]) {
    for (const flag of on) setFlagsFromString(flag);
    for (const flag of off) restoring.add(flag);
  }
}
