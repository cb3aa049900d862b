import type { Address } from '../workspace.ts';

/**
 * A command to run after an apply, and its purpose. `continue`: to do the rest. `review`: to see what is left.
 * `adopt`, `absent`: to settle an unknown outcome, if the object exists and if it does not. `settle`: to list all of
 * them. `undo`: to undo the run.
 */
export interface NextStep {
  readonly purpose: 'continue' | 'review' | 'adopt' | 'absent' | 'settle' | 'undo';
  readonly command: string;
  readonly address?: Address;
}
