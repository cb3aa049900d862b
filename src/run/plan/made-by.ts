import type { Io } from '../../model/io.ts';
import type { PlannedEnvironment } from './planned.ts';
import type { MadeBy } from '../../model/plan/plan.ts';
import { version } from '../../version.ts';
import { commitAt, actorOf } from '../session/ledger/run-about.ts';
import { secondText } from '../../text/words/time-words.ts';

/** The provenance of a report of these plans. Asks git for the commit; git may be missing. */
export async function madeBy(io: Io, planned: readonly PlannedEnvironment[]): Promise<MadeBy> {
  const [first] = planned;
  return {
    version,
    apis: [...new Set(planned.map(({ api }) => api))],
    commit: first === undefined ? undefined : await commitAt(io, first.workspace.root),
    time: secondText(io.clock.now()),
    by: actorOf(io.env),
  };
}
