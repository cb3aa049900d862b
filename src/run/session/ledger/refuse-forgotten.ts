import { forgottenHelp, forgottenText, objectsIn } from '../../../model/ledger/forgotten-environment.ts';
import { LedgerError } from '../../../model/errors.ts';
import type { WorkspaceHead } from '../../../model/workspace/workspace.ts';
import type { Run } from '../run.ts';
import { openStore } from './open-ledger-store.ts';
import { exitCodes } from '../../../model/exit-codes.ts';

interface ForgottenEnvironment {
  readonly environment: string;
  /** The place of its ledger in messages. */
  readonly place: string;
  readonly text: string;
  readonly help: string;
}

/** The environments that the store has objects of, and that have no file: nothing would ever look at them again. */
export async function forgottenEnvironments(
  run: Run<WorkspaceHead>,
): Promise<readonly ForgottenEnvironment[]> {
  // The built-in mock API has nothing that lives on.
  if (run.ledger.isLocal) return [];
  const { name } = run.environment;
  const store = await openStore(run);
  const others = [...run.workspace.environments.keys()].filter((other) => other !== name);
  const found = await store.forgotten([name, ...others]);
  if (found.length === 0) return [];
  const isNew = (await store.read(name)) === undefined;
  return found.map((state) => ({
    environment: state.environment,
    place: store.shown(state.environment),
    text: forgottenText(state.environment, objectsIn(state)),
    help: forgottenHelp(state.environment, isNew ? name : '<name>'),
  }));
}

/** Throws if there is one. */
export async function refuseForgotten(run: Run<WorkspaceHead>): Promise<void> {
  const [first, ...more] = await forgottenEnvironments(run);
  if (first === undefined) return;
  const others = more.length === 0 ? '' : `, as of ${more.length} more`;
  throw new LedgerError(exitCodes.unsafe, `${first.text}${others}`, { help: first.help });
}
