import { withOwnActions } from '../../derive/policy/own-actions.ts';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { PlaceFlags } from '../../run/cli/command-line.ts';
import { cannotWrite } from '../../run/cli/files/disk-failure.ts';
import { refuseLinks } from '../../run/cli/files/refuse-target.ts';
import { replaceFile } from '../../run/cli/files/replace-file.ts';
import type { ApiOptions, WorkspaceOptions } from '../../run/cli/options.ts';
import { checkPulled } from './pull-check.ts';
import { choose, type PullChoice, type TakeContext } from './pull-choose.ts';
import { fittingPull } from './pull-fitting.ts';
import type { ChoiceInput } from './pull-index.ts';
import { lostProtection, pullSummary } from './pull-summary.ts';
import { pullTargets, stateNames, stateSummary, type TargetFlags } from './pull-targets.ts';
import { compile } from '../../workspace/compile/compile.ts';
import { managedIn } from '../../derive/secrets/known-secrets.ts';
import { isMatched, startGlobs } from '../../text/patterns/glob.ts';
import { UserError, exitCodes, type ExitCode, usageError } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import type { Secret } from '../../model/secret.ts';
import type { Workspace } from '../../model/workspace.ts';
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
import { chooseEnvironment, openWorkspace } from '../../run/session/workspace/open-workspace.ts';
import { lintForEnvironment } from '../../run/lint/lint-workspace.ts';
import { makePlan } from '../../run/plan/make-plan.ts';
import { startReading } from '../../run/plan/start-reading.ts';
import { readYaml } from '../../derive/yaml/read-yaml.ts';

const open = { folder: 0o755, file: 0o644 };

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
  const workspace = await openWorkspace(io, options);
  const environment = chooseEnvironment(workspace, options.env);
  const ledger = await readLedger(io, workspace, environment, options);
  const connection = await connectForReading(io, options, { workspace, environment });
  try {
    const reading = await startReading({ api: connection.api, ledger, workspace, environment });
    // An empty workspace is not linted: a first pull starts there.
    const isNew =
      workspace.yaml.length + workspace.resources.length === 0 && Object.keys(ledger.resources).length === 0;
    const { desired } = isNew
      ? { desired: [] }
      : await lintForEnvironment(io, workspace, environment.name, { ledger });
    const live = await reading.live();
    const context = contextOf(io, ledger.lineage, options);
    const neighbors = await neighborsOf(io, workspace, environment, options);
    const { api } = connection;
    const seen: ChoiceInput = {
      api,
      workspace,
      environment,
      desired,
      ledger,
      live,
      neighbors,
      place: options,
    };
    const chosen = await choose(seen, targets, context);
    if (targets.length > 0) await refuseGone(io, seen, chosen, { ...context, place: options });
    const { pulled, after } = await fittingPull(io, options, {
      undeclared: chosen.undeclared,
      known: chosen.known,
      seen: managedIn(seen),
      workspace,
      environment,
      idNames: stateNames(state),
      secretOf: context.secrets,
      tools: { read: (source) => readYaml(source).documents, print: yamlText },
      isTaken: (file) => existsSync(path.join(workspace.root, file)),
    });
    refuseUnread(workspace, pulled);
    checkPulled(after, pulled, {
      old: workspace,
      environment: environment.name,
      before: desired,
      secrets: context.secrets,
    });
    const isDry = options.dryRun === true || options.diff === true;
    if (isDry) io.stdout(pulled.files.map(patchOf).join(''));
    else writePulled(io, workspace, pulled, options);
    const about = { environment: environment.name, isAll: targets.length === 0 };
    const lost = withOwnActions(workspace.settings.trafficPolicy.actions, () =>
      lostProtection(desired, compile(after, environment.name).desired),
    );
    const summary = pullSummary({ ...chosen, pulled, lost, isDry, ...about, ...options });
    const said = summary + (state === undefined ? '' : stateSummary({ state, seen, chosen, pulled, isDry }));
    (isDry ? io.stderr : io.stdout)(said);
    return isLeft(chosen, pulled) ? exitCodes.gate : exitCodes.ok;
  } finally {
    await connection.close();
  }
}

function contextOf(io: Io, lineage: string, { secretsDir, overwrite = false }: PullOptions): TakeContext {
  const isThere = secretsDir !== undefined && existsSync(path.resolve(io.cwd, secretsDir));
  return {
    secrets: openSecrets(io, isThere ? secretsDir : undefined),
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
  io: Io,
  seen: ChoiceInput,
  { gone }: PullChoice,
  { secrets, place }: TakeContext & { readonly place: PlaceFlags },
): Promise<void> {
  const [address] = gone;
  if (address === undefined) return;
  const { steps } = await makePlan(io, {
    ...seen,
    secrets,
    only: [],
    gates: { allowMissing: Infinity },
    place,
  });
  const step = steps.find((each) => each.address === address);
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
  io: Io,
  { root }: Workspace,
  { files, secrets }: PullResult,
  { secretsDir }: { readonly secretsDir?: string },
): void {
  const fresh = [
    ...files.flatMap(({ path: file, before, text }) =>
      before === undefined ? [{ shown: file, path: path.join(root, file), text, modes: open }] : [],
    ),
    ...(secretsDir === undefined ? [] : secretFiles(io, secretsDir, secrets)),
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
