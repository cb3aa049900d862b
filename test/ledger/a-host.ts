import type { ProcessHost } from '../../src/text/system/run-process.ts';

/** This process on a machine of this name; `ended` are the processes that do not run any more. */
export function aHost(host = 'runner', ended: readonly number[] = [], pid = 100): ProcessHost {
  return {
    pid,
    host,
    boot: 'boot 1',
    startOf: (wanted) => Promise.resolve(ended.includes(wanted) ? undefined : 'started'),
  };
}
