import { openRun, type Run } from '../../run/session/run.ts';
import { withOwnActions } from '../../derive/policy/own-actions.ts';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { cannotWrite } from '../../run/cli/files/cannot-write.ts';
import { refuseLinks } from '../../run/cli/files/refuse-target.ts';
import { replaceFile } from '../../run/cli/files/replace-file.ts';
import type { ApiOptions, WorkspaceOptions } from '../../run/cli/options.ts';
import { checkPulled } from './pull-check.ts';
import { choose, type PullChoice, type TakeContext } from './pull-choose.ts';
import { fittingPull, type FittingPull } from './pull-fitting.ts';
import type { ChoiceInput } from './pull-index.ts';
import { lostProtection, pullSummary } from './pull-summary.ts';
import { pullTargets, stateNames, stateSummary, type TargetFlags } from './pull-targets.ts';
import { compile } from '../../workspace/compile/compile.ts';
import { managedIn } from '../../derive/secrets/managed-objects.ts';
import { isMatched, startGlobs } from '../../text/patterns/glob.ts';
import { UserError, usageError } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import type { Secret } from '../../model/secret.ts';
import type { Workspace } from '../../model/workspace/workspace.ts';
import type { FileChange } from '../../pull/edit/drafts.ts';
import type { PullResult } from '../../pull/pull-run.ts';
import { remedyText } from '../../report/plan/words/remedy-words.ts';
import { yamlText } from '../../report/text/yaml.ts';
import { connectForReading } from '../../run/session/api/connect.ts';
import { readLedger } from '../../run/session/ledger/open-ledger-store.ts';
import { fingerprintOf } from '../../run/session/secrets/fingerprint.ts';
import { maskedDiff } from '../../run/session/secrets/masked-diff.ts';
import { openSecrets } from '../../run/session/secrets/secrets.ts';
import { neighborsOf } from '../../run/session/workspace/neighbors.ts';
import { lintForEnvironment } from '../../run/lint/lint-workspace.ts';
import { makePlan } from '../../run/plan/make-plan.ts';
import { startReading } from '../../run/plan/start-reading.ts';
import { readYaml } from '../../derive/yaml/read-yaml.ts';
import { exitCodes, type ExitCode } from '../../model/exit-codes.ts';

const modesOfFiles = { folder: 0o755, file: 0o644 };

export interface PullOptions extends WorkspaceOptions, ApiOptions, TargetFlags {
  readonly env?: string;
  readonly secretsDir?: string;
  readonly overwrite?: boolean;
  readonly dryRun?: boolean;
  readonly diff?: boolean;
}

/** Reads the live state, drafts the files for it, verifies the drafts and writes them. */
export async function pullObjects(io: Io, names: readonly string[], options: PullOptions): Promise<ExitCode> {
  const { targets, state } = pullTargets(io, names, options);
  const run = await openRun(io, options);
  const ledger = await readLedger(run);
  const connection = await connectForReading(run);
  try {
    const seen = await readForPull(run, { ledger, api: connection.api });
    const context = contextOf(run, seen, options);
    const chosen = await choose(seen, targets, context);
    if (targets.length > 0) await refuseGone(run, seen, chosen, context);
    const { pulled, after } = await draftedPull(run, { seen, chosen, context, idNames: stateNames(state) });
    const isDry = options.dryRun === true || options.diff === true;
    if (isDry) io.stdout(pulled.files.map(patchOf).join(''));
    else writePulled(run, pulled);
    const lost = withOwnActions(run.workspace.settings.trafficPolicy.actions, () =>
      lostProtection(seen.desired, compile(after, run.environment.name).desired),
    );
    const ids = [...(after.environments.get(run.environment.name)?.ids.values() ?? [])];
    const about = { environment: run.environment.name, ids, isAll: targets.length === 0 };
    const summary = pullSummary({ ...chosen, pulled, lost, isDry, ...about, ...options });
    const ofState = state === undefined ? '' : stateSummary({ state, seen, chosen, pulled, isDry });
    (isDry ? io.stderr : io.stdout)(summary + ofState);
    return isLeft(chosen, pulled) ? exitCodes.gate : exitCodes.ok;
  } finally {
    await connection.close();
  }
}

/** The environment on all sides, with its neighbors. The files are checked while the API responds. */
async function readForPull(
  run: Run,
  { ledger, api }: Pick<ChoiceInput, 'ledger' | 'api'>,
): Promise<ChoiceInput> {
  const { workspace, environment, place } = run;
  const reading = await startReading({ api, ledger, workspace, environment });
  // An empty workspace is not linted: a first pull starts there.
  const isNew =
    workspace.yaml.length + workspace.resources.length === 0 && Object.keys(ledger.resources).length === 0;
  const { desired } = isNew ? { desired: [] } : await lintForEnvironment(run, { ledger });
  const live = await reading.live();
  const neighbors = await neighborsOf(run);
  return { api, workspace, environment, desired, ledger, live, neighbors, place };
}

interface ToDraft {
  readonly seen: ChoiceInput;
  readonly chosen: PullChoice;
  readonly context: TakeContext;
  readonly idNames: ReturnType<typeof stateNames>;
}

/** The files for the chosen objects, which lint accepts and which compile to what is live. Nothing is written yet. */
async function draftedPull(
  run: Run,
  { seen, chosen, context: { secrets }, idNames }: ToDraft,
): Promise<FittingPull> {
  const { workspace, environment } = run;
  const fitting = await fittingPull(run, {
    undeclared: chosen.undeclared,
    known: chosen.known,
    seen: managedIn(seen),
    workspace,
    environment,
    idNames,
    secretOf: secrets,
    tools: { read: (source) => readYaml(source).documents, print: yamlText },
    isTaken: (file) => existsSync(path.join(workspace.root, file)),
  });
  refuseUnread(workspace, fitting.pulled);
  const known = { old: workspace, environment: environment.name, before: seen.desired, secrets };
  checkPulled(fitting.after, fitting.pulled, known);
  return fitting;
}

/** A folder of secrets that does not exist yet is made when they are written. */
function contextOf(
  { io, secrets: { folder } }: Run,
  { ledger: { lineage } }: Pick<ChoiceInput, 'ledger'>,
  { overwrite = false }: PullOptions,
): TakeContext {
  const isThere = folder !== undefined && existsSync(path.resolve(io.cwd, folder));
  return {
    secrets: openSecrets(io, isThere ? folder : undefined),
    fingerprint: fingerprintOf(io, lineage),
    overwrite,
  };
}

/** A new file is compared with /dev/null, so that `git apply` creates it. */
function patchOf({ path: file, before, text }: FileChange): string {
  const patch = maskedDiff({ path: file, text: before ?? '' }, text);
  return before === undefined ? patch.replace(/^--- .*/, '--- /dev/null') : patch;
}

/** An object that returned 404 cannot be pulled; the error has the remedies of the plan. */
async function refuseGone(
  run: Run,
  seen: ChoiceInput,
  { gone }: PullChoice,
  { secrets }: TakeContext,
): Promise<void> {
  const [address] = gone;
  if (address === undefined) return;
  const { steps } = await makePlan(run, { ...seen, secrets, only: [], gates: { allowMissing: Infinity } });
  const step = steps.find((planned) => planned.address === address);
  throw new UserError(
    exitCodes.gate,
    `\`${address}\` is gone: the API returns 404 for ${step?.id ?? 'its id'}`,
    {
      help: [...(step?.remedies ?? []).map(remedyText), 'nothing was written'].join('; '),
    },
  );
}

/** Whether some live values are still not in the files. */
function isLeft({ conflicts }: PullChoice, { resources, refused }: PullResult): boolean {
  return (
    conflicts.length + refused.length > 0 ||
    resources.some(({ how, secrets }) => how === 'left-alone' || secrets.length > 0)
  );
}

interface NewFile {
  /** As the user named it. */
  readonly shown: string;
  readonly path: string;
  readonly text: string;
  readonly modes: { readonly folder: number; readonly file: number };
}

/** Writes the new files, all or none, and then the edited ones, including the environment with its `adopt:`. */
function writePulled(
  { io, workspace: { root }, secrets: { folder } }: Run,
  { files, secrets }: PullResult,
): void {
  const fresh = [
    ...files.flatMap(({ path: file, before, text }) =>
      before === undefined ? [{ shown: file, path: path.join(root, file), text, modes: modesOfFiles }] : [],
    ),
    ...(folder === undefined ? [] : secretFiles(io, folder, secrets)),
  ];
  for (const { path: file } of files) refuseLinks(root, file);
  for (const { shown, path: file } of fresh) {
    if (existsSync(file))
      throw usageError(
        `\`${shown}\` already exists`,
        'pull writes no new file over another; rename or remove it. Nothing was written',
      );
  }
  for (const file of fresh) writeNew(file);
  for (const { path: file, before, text } of files) if (before !== undefined) replaceFile(root, file, text);
}

/** Refuses a resource file that no pattern of `resources:` matches: it would never be read again. */
function refuseUnread({ settings }: Workspace, { resources }: PullResult): void {
  const files = resources.flatMap(({ how, file }) => (how === 'written' ? [file] : []));
  const { state } = startGlobs(settings.resources);
  for (const file of files) {
    if (isMatched(state, file)) continue;
    throw usageError(
      `\`resources:\` in edgewright.yaml does not match \`${file}\``,
      'pull writes to resources/<kind>/<name>.yaml; add the pattern `resources/**/*.yaml`. Nothing was written',
    );
  }
}

function secretFiles(
  io: Io,
  folder: string,
  secrets: ReadonlyMap<string, Secret | undefined>,
): readonly NewFile[] {
  return [...secrets].flatMap(([name, value]) =>
    value === undefined
      ? []
      : [
          {
            shown: path.posix.join(folder, name),
            path: path.resolve(io.cwd, folder, name),
            text: value.reveal(),
            modes: { folder: 0o700, file: 0o600 },
          },
        ],
  );
}

function writeNew({ shown, path: file, text, modes }: NewFile): void {
  try {
    mkdirSync(path.dirname(file), { recursive: true, mode: modes.folder });
    writeFileSync(file, text, { flag: 'wx', mode: modes.file });
  } catch (error) {
    throw cannotWrite(shown, error);
  }
}
