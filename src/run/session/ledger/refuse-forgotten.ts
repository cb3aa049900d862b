import { forgottenHelp, forgottenText, objectsIn } from '../../../domain/forgotten-environment.ts';
import type { Diagnostic } from '../../../model/diagnostic.ts';
import { type ExitCode, exitCodeOfAll, exitCodes, LedgerError, UserError } from '../../../model/errors.ts';
import type { Io } from '../../../model/io.ts';
import type { LedgerState } from '../../../model/ledger/ledger.ts';
import type { Environment, WorkspaceHead } from '../../../model/workspace.ts';
import { inertLine } from '../../../report/text/inert.ts';
import { runInWords } from '../../../text/wording.ts';
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

/** The exit code for errors: 78 if edgewright.yaml itself is invalid, else 1; undefined without errors. */
export function failureOf(diagnostics: readonly Diagnostic[]): ExitCode | undefined {
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  if (errors.length === 0) return undefined;
  const isOfSettings = ({ place, rule }: Diagnostic): boolean =>
    place.source.path === 'edgewright.yaml' && !ofOtherFiles.has(rule);
  return exitCodeOfAll(
    errors.map((error) => (isOfSettings(error) ? exitCodes.settings : exitCodes.configuration)),
  );
}

/** Rules that report at edgewright.yaml about missing other files. */
const ofOtherFiles: ReadonlySet<string> = new Set([
  'environment-forgotten',
  'no-environment',
  'no-resources',
]);

/**
 * A note on stderr if other runs have the lock while outcomes are unknown: its requests in flight look like requests
 * whose response was lost, and need no decision.
 */
export async function noteRunning(
  io: Io,
  workspace: WorkspaceHead,
  { name }: Pick<Environment, 'name'>,
  options: PlaceFlags,
  { unknown = {}, unsettled = {} }: Pick<LedgerState, 'unknown' | 'unsettled'>,
): Promise<void> {
  if (Object.keys(unknown).length + Object.keys(unsettled).length === 0) return;
  const store = await openStore(io, workspace, options);
  const holders = await store.holders(name).catch((error: unknown) => {
    if (error instanceof UserError) return [];
    throw error;
  });
  const [first, ...more] = holders.filter(({ isRunning }) => isRunning !== false);
  if (first === undefined) return;
  const who = first.run === undefined ? 'a run that the lock does not name' : runInWords(first.run);
  const all = more.length === 0 ? inertLine(who) : `${inertLine(who)} and ${more.length} more`;
  const theirs = more.length === 0 ? 'if it still runs, its' : 'if they still run, their';
  io.stderr(
    `note: the ledger of \`${name}\` is locked by ${all}: ${theirs} requests under way are shown as unknown or as still to do\n`,
  );
}
