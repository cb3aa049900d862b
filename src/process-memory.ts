import { setFlagsFromString } from 'node:v8';
import type { MemoryAim } from './model/io.ts';

/**
 * By default V8 lets garbage grow to five times the live memory. And it puts new objects at once where old ones are, at
 * places in the code whose objects have lived long so far: after the texts of many files have been read, these are the
 * places that make trees, and each tree would drag along all that belongs to it.
 */
const garbage = {
  on: ['--heap-growing-percent=60', '--no-allocation-site-pretenuring'],
  off: ['--heap-growing-percent=0', '--allocation-site-pretenuring'],
};

/**
 * V8 copies up to 920 bytes of other functions into a hot one. With hundreds of rules compiling that takes a tenth of all
 * time, and gains nothing.
 */
const copied = {
  on: ['--max-inlined-bytecode-size-cumulative=300'],
  off: ['--max-inlined-bytecode-size-cumulative=920'],
};

const lessGarbage = {
  on: ['--heap-growing-percent=20', '--semi-space-growth-factor=1'],
  off: ['--heap-growing-percent=0', '--semi-space-growth-factor=2'],
};

/**
 * V8 reads these settings when it collects and when it compiles. A code cache is valid only with the settings that it was
 * made with, so they are as before when it is written, at the exit.
 */
export function tuneMemory(aim: MemoryAim): void {
  for (const { on, off } of aim === 'time' ? [garbage, copied] : [garbage, copied, lessGarbage]) {
    for (const flag of on) setFlagsFromString(flag);
    process.prependOnceListener('exit', () => {
      for (const flag of off) setFlagsFromString(flag);
    });
  }
}
