import { firstGiven } from '../../run/cli/first-given.ts';
import { usageError } from '../../model/errors.ts';
import type { SendOptions } from '../../run/tests/send/send-options.ts';

interface TestFlags extends SendOptions {
  readonly cover?: boolean;
  readonly suggest?: string;
  readonly watch?: boolean;
}

/** Refuses options that have no effect: those of sending without it, and others beside it. */
export function refuseUnsent(options: TestFlags): void {
  const { send = false } = options;
  const unfit = send
    ? firstGiven(options, ['cover', 'suggest', 'watch'])
    : firstGiven(options, [
        'resolve',
        'host',
        'ca',
        'timeout',
        'wait',
        'explain',
        'secretsDir',
        'local',
        'fixture',
        'profile',
        'reads',
        'ledger',
      ]);
  if (unfit === undefined) return;
  throw usageError(
    send ? `--send and ${unfit} exclude each other` : `${unfit} requires --send`,
    send ? 'leave one of them out' : 'without it, tests read the files alone',
  );
}
