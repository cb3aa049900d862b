import { forgottenHelp, forgottenText, objectsIn } from '../../../model/ledger/forgotten-environment.ts';
import { exitCodes, LedgerError } from '../../../model/errors.ts';
import type { Io } from '../../../model/io.ts';
import type { Environment, WorkspaceHead } from '../../../model/workspace.ts';
import type { PlaceFlags } from '../../cli/command-line.ts';
import { openStore } from './open-ledger-store.ts';

interface ForgottenEnvironment {
  readonly environment: string;
  /** The place of its ledger in messages. */
  readonly place: string;
  readonly text: string;
  readonly help: string;
}

/** The environments that the store has objects of, and that have no file: nothing would ever look at them again. */
export async function forgottenEnvironments(
  io: Io,
  workspace: WorkspaceHead,
  { name }: Pick<Environment, 'name'>,
  options: PlaceFlags,
): Promise<readonly ForgottenEnvironment[]> {
  // The built-in mock API has nothing that lives on.
  if (options.local === true) return [];
  const store = await openStore(io, workspace, options);
  const others = [...workspace.environments.keys()].filter((other) => other !== name);
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
export async function refuseForgotten(...about: Parameters<typeof forgottenEnvironments>): Promise<void> {
  const [first, ...more] = await forgottenEnvironments(...about);
  if (first === undefined) return;
  const others = more.length === 0 ? '' : `, as of ${more.length} more`;
  throw new LedgerError(exitCodes.unsafe, `${first.text}${others}`, { help: first.help });
}
