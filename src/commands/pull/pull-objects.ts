import { existsSync } from 'node:fs';
import path from 'node:path';
import { compile } from '../../compile/compile.ts';
import { exitCodes, UserError, type ExitCode } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import { managedIn } from '../../derive/secrets/known-secrets.ts';
import type { FileChange } from '../../pull/edit/drafts.ts';
import type { Pulled } from '../../pull/pulled.ts';
import { remedyText } from '../../report/plan/words/remedy.ts';
import { yamlText } from '../../report/text/yaml.ts';
import { readYaml } from '../../workspace/yaml/read-yaml.ts';
import type { PlaceFlags } from '../../cli/command-line.ts';
import { connectForReading } from '../../session/api/connect.ts';
import { fingerprintOf } from '../../session/secrets/fingerprint.ts';
import { readLedger } from '../../session/ledger/ledger-store.ts';
import { lintForEnvironment } from '../../workflow/lint/lint-workspace.ts';
import { maskedDiff } from '../../session/secrets/masked-diff.ts';
import { neighborsOf } from '../../session/workspace/neighbors.ts';
import { chooseEnvironment, openWorkspace } from '../../session/workspace/open-workspace.ts';
import type { ApiOptions, WorkspaceOptions } from '../../cli/options.ts';
import { makePlan } from '../../workflow/plan/make-plan.ts';
import { startReading } from '../../workflow/plan/start-reading.ts';
import { checkPulled } from './pull-check.ts';
import { choose, type Chosen } from './pull-choose.ts';
import type { ChoiceInput } from './pull-index.ts';
import type { TakeContext } from './pull-fields.ts';
import { fittingPull } from './pull-fitting.ts';
import { lostProtection } from './lost-protection.ts';
import { pullSummary } from './pull-summary.ts';
import { pullTargets, type TargetFlags } from './pull-targets.ts';
import { stateSummary } from './state-summary.ts';
import { openSecrets } from '../../session/secrets/secrets.ts';
import { refuseUnread, writePulled } from './write-pulled.ts';

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
  const where = { root: workspace.root, environment: environment.name };
  const connection = await connectForReading(io, options, where);
  try {
    const reading = await startReading({ api: connection.api, ledger, workspace, environment });
    // An empty workspace is not linted: a first pull starts there.
    const isNew =
      workspace.yaml.length + workspace.resources.length === 0 && Object.keys(ledger.resources).length === 0;
    const { desired, failure } = isNew
      ? { desired: [], failure: undefined }
      : await lintForEnvironment(io, workspace, environment.name, { ledger });
    if (failure !== undefined) return failure;
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
    const lost = lostProtection(desired, compile(after, environment.name).desired);
    const summary = pullSummary({ ...chosen, pulled, lost, ...about, ...options });
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
  { gone }: Chosen,
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
    `\`${address}\` is gone: the API answers 404 for ${step?.id ?? 'its id'}`,
    {
      help: [...(step?.remedies ?? []).map(remedyText), 'nothing was written'].join('; '),
    },
  );
}

/** Whether some live values are still not in the files. */
function isLeft({ conflicts }: Chosen, { resources, refused }: Pulled): boolean {
  return (
    conflicts.length + refused.length > 0 ||
    resources.some(({ how, secrets }) => how === 'left-alone' || secrets.length > 0)
  );
}
