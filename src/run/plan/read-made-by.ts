import { secondText } from '../../text/second-text.ts';
import { actorOf } from '../session/ledger/run-about.ts';
import { commitAt } from '../session/workspace/commit-at.ts';
import type { Io } from '../../model/io.ts';
import type { MadeBy } from '../../model/plan/made-by.ts';
import { version } from '../../version.ts';
import type { PlannedEnvironment } from './planned.ts';

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
