/**
 * `apply plan.json`: what a reviewer has seen, and nothing else. The plan is made again from a new reading under the
 * lock; a step is done where the new plan has it, byte for byte, and refused with the reason where it has not. What the
 * new plan has beside it is left alone. When some steps stay behind, the plan is made once more without them, so that
 * nothing relies on what is not done.
 */
import { exitCodes, UserError } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import type { LedgerState } from '../../model/ledger.ts';
import type { Outcome, Plan, PlanNote, Step, StepAction } from '../../model/plan.ts';
import type { Address, Environment, Workspace } from '../../model/workspace.ts';
import { staleText } from '../../report/plan/stale.ts';
import { foreignText } from '../../report/plan/words/stale.ts';
import { carriedRefusals } from '../../saved/plan/carried-refusals.ts';
import { isDeed, type SavedPlan } from '../../saved/plan/document.ts';
import { foreignReason } from '../../saved/plan/foreign.ts';
import type { Opened } from '../../saved/plan/read-saved.ts';
import { heldSteps, otherwiseWritten, staleSteps, type Stale } from '../../saved/plan/stale.ts';
import { version } from '../../version.ts';
import type { ApplyOptions } from '../../workflow/apply/apply-options.ts';
import { boundPlan } from '../../workflow/plan/bound-plan.ts';
import { carryOut } from '../../workflow/apply/carry-out.ts';
import { commandLine } from '../../cli/command-line.ts';
import { connectForWriting, localOrigin } from '../../session/api/connect.ts';
import { openLedger } from '../../session/ledger/ledger-store.ts';
import { lintForEnvironment } from '../../workflow/lint/lint-workspace.ts';
import { chooseEnvironment, openWorkspace } from '../../session/workspace/open-workspace.ts';
import type { GateFlags } from '../../cli/options.ts';
import { makePlan, startReading, type PlanningRequest } from '../../workflow/plan/planning.ts';
import { openSavedPlan, savedForm, saveCommand, type SaveFlags } from '../../session/saved/saved-plans.ts';
import { openSecrets } from '../../session/secrets/secrets.ts';

export async function applySaved(io: Io, file: string, options: ApplyOptions): Promise<number> {
  const opened = openSavedPlan(io, file, options);
  const workspace = await openWorkspace(io, options);
  const environment = environmentOf(workspace, file, opened.plan, options);
  refuseRemote(file, opened.plan, options);
  const { desired, failure } = await lintForEnvironment(io, workspace, environment.name);
  if (failure !== undefined) return failure;
  const { lock, ledger } = await openLedger(io, workspace, environment, options);
  try {
    const place = { root: workspace.root, environment: environment.name };
    const connection = await connectForWriting(io, options, place);
    const { api } = connection;
    try {
      const again = saveCommand(file, saveFlags(opened.plan, options));
      refuseForeign(file, opened, { ledger, api: api.origin, again });
      const secrets = openSecrets(io, options.secretsDir);
      const reading = await startReading({ api, ledger, workspace, environment });
      const live = await reading.live();
      const gates = gatesOf(io, opened, options);
      const read = { workspace, environment, desired, ledger, live, secrets };
      const input = { ...read, gates, only: [], place: options };
      const verdict = await settle(io, opened.plan, { ...input, api: api.origin });
      const left = refuseStale(io, { file, again }, verdict, options);
      const { settings } = workspace;
      const { plan } = verdict;
      const carried = carriedRefusals(opened.plan, plan.refusals, gates);
      const deed = {
        plan: { ...plan, refusals: [...plan.refusals, ...carried] },
        api,
        lock,
        progress: connection.progress,
        ledger,
        live,
        secrets,
        settings,
        place,
        left,
        file,
        spends: opened.id,
      };
      return await carryOut(io, deed, options);
    } finally {
      await connection.close();
    }
  } finally {
    await lock.release();
  }
}

function environmentOf(
  workspace: Workspace,
  file: string,
  { environment }: SavedPlan,
  { env }: ApplyOptions,
): Environment {
  if (env !== undefined && env !== environment) {
    throw new UserError(exitCodes.usage, `\`${file}\` is a plan for \`${environment}\`, not for \`${env}\``);
  }
  if (!workspace.environments.has(environment)) {
    throw new UserError(
      exitCodes.unsafe,
      `\`${file}\` is a plan for \`${environment}\`, which this workspace does not have`,
      {
        help: 'it was made in another workspace, or the environment was renamed',
      },
    );
  }
  return chooseEnvironment(workspace, environment);
}

/** The built-in mock API has a ledger of its own: without this, the message would be about a missing ledger. */
function refuseRemote(file: string, { bound }: SavedPlan, options: ApplyOptions): void {
  if (bound.api !== localOrigin || options.local === true) return;
  throw new UserError(exitCodes.unsafe, `\`${file}\` was made with --local, against the built-in mock API`, {
    help: `\`${commandLine(['apply'], { ...options, local: true }, [file])}\` applies it there`,
  });
}

/** What it was planned with; its overrides of gates are asked for again. */
function saveFlags({ environment, bound }: SavedPlan, options: ApplyOptions): SaveFlags {
  return { ...options, env: environment, only: bound.only };
}

interface Found {
  readonly ledger: LedgerState;
  readonly api: string;
  /** The command that makes the plan again. */
  readonly again: string;
}

function refuseForeign(file: string, { plan, id }: Opened, { ledger, api, again }: Found): void {
  const reason = foreignReason(plan, { id, ledger, api, tool: version });
  if (reason === undefined) return;
  throw new UserError(exitCodes.unsafe, `\`${file}\` ${foreignText(reason)}`, {
    help: `plan again: \`${again}\``,
  });
}

/** The overrides of a signed plan apply; those of an unsigned one may have been added by anyone. */
function gatesOf(io: Io, { plan, signature }: Opened, flags: GateFlags): GateFlags {
  const { exposure, deletes, changed_percent: percent, empty } = plan.bound.allowed;
  const isEmpty =
    exposure.length === 0 && deletes === undefined && percent === undefined && empty === undefined;
  if (signature === 'valid') {
    return {
      allowExposure: [...exposure, ...(flags.allowExposure ?? [])],
      ...numberOf('allowDeletes', flags.allowDeletes ?? deletes),
      ...numberOf('allowChangedPercent', flags.allowChangedPercent ?? percent),
      ...numberOf('allowMissing', flags.allowMissing),
      ...(empty === true || flags.allowEmpty === true ? { allowEmpty: true } : {}),
    };
  }
  io.stderr(
    signature === 'none'
      ? 'note: the plan is not signed: anyone who can write the file can choose which steps are applied\n'
      : 'note: the signature of the plan was not checked: EDGEWRIGHT_PLAN_KEY is not set\n',
  );
  if (!isEmpty) io.stderr('note: its --allow flags are ignored for that reason: give them again\n');
  return flags;
}

function numberOf(
  name: 'allowDeletes' | 'allowChangedPercent' | 'allowMissing',
  value: number | undefined,
): GateFlags {
  return value === undefined ? {} : { [name]: value };
}

interface Verdict {
  readonly plan: Plan;
  readonly stale: readonly Stale[];
  /** What was not in it, and is written otherwise now than then. */
  readonly rewritten: readonly Address[];
  readonly saved: SavedPlan;
}

/** The part of the saved plan that still holds, by itself. */
async function settle(
  io: Io,
  saved: SavedPlan,
  input: PlanningRequest & { readonly api: string },
): Promise<Verdict> {
  const { desired, api } = input;
  const stale = new Map<Address, Stale>();
  let rewritten: readonly Address[] | undefined;
  let only = saved.bound.only;
  for (;;) {
    const plan = await makePlan(io, { ...input, only });
    const now = savedForm(boundPlan({ plan, desired, api, flags: { only } }));
    rewritten ??= otherwiseWritten(saved, now).map(({ address }) => address);
    const found = staleSteps(saved, now).filter(({ address }) => !stale.has(address));
    for (const each of found) stale.set(each.address, each);
    const held = heldSteps(saved, now);
    const isDone = (_step: Step, index: number): boolean => isHeld(now.steps[index], held, stale);
    // Of an object that more would be done to than the saved plan does, nothing is done.
    const undone = new Set(
      plan.steps.filter((step, index) => isDeed(step) && !isDone(step, index)).map(({ address }) => address),
    );
    const isLeft = ({ address }: Step): boolean => undone.has(address);
    const steps = plan.steps.filter((step, index) => isDone(step, index) && !(isDeed(step) && isLeft(step)));
    const isAlone = undone.size === 0;
    const chosen = [...new Set(steps.filter((step) => !isLeft(step)).map(({ address }) => address))];
    if (isAlone || chosen.length === 0) {
      const notes = plan.notes.map((note) => notByFlag(note, saved.bound.only));
      const result = { ...plan, steps, notes, summary: countOf(plan.summary, steps) };
      const own = (address: Address): boolean => stale.has(address);
      return {
        plan: result,
        stale: [...stale.values()],
        rewritten: rewritten.filter((one) => !own(one)),
        saved,
      };
    }
    only = chosen;
  }
}

/** No one has given `--only`: the plan is narrowed to what of it holds. */
function notByFlag(note: PlanNote, only: readonly string[]): PlanNote {
  const { fact } = note;
  return fact.code !== 'filtered' || only.length > 0
    ? note
    : { ...note, fact: { ...fact, code: 'not-applied' } };
}

function isHeld(
  step: SavedPlan['steps'][number] | undefined,
  held: ReadonlySet<SavedPlan['steps'][number]>,
  stale: ReadonlyMap<Address, Stale>,
): boolean {
  return step !== undefined && held.has(step) && !stale.has(step.address);
}

function countOf(summary: Plan['summary'], steps: readonly Step[]): Plan['summary'] {
  const count = (action: string): number => steps.filter((step) => step.action === action).length;
  return Object.fromEntries(Object.keys(summary).map((action) => [action, count(action)])) as Record<
    StepAction,
    number
  >;
}

/** Says what went stale; the outcomes of it where the rest is to be done all the same. */
function refuseStale(
  io: Io,
  { file, again }: Pick<Found, 'again'> & { readonly file: string },
  { stale, rewritten, saved, plan }: Verdict,
  { skipStale }: ApplyOptions,
): readonly Outcome[] {
  if (stale.length === 0 && rewritten.length === 0) return [];
  io.stderr(staleText({ stale, rewritten }));
  const isAnythingLeft = plan.steps.some(isDeed);
  if (skipStale !== true || !isAnythingLeft) {
    throw new UserError(exitCodes.unsafe, `\`${file}\` is stale: nothing of it was applied`, {
      help: isAnythingLeft
        ? `plan again: \`${again}\`; or add \`--skip-stale\` to do what still holds`
        : `plan again: \`${again}\``,
    });
  }
  return stale.map(({ address, reasons }) => ({
    address,
    action: saved.steps.find((step) => step.address === address)?.action ?? 'keep',
    status: 'skipped',
    reason: { code: 'stale' },
    stale: reasons,
    surprises: [],
    cause: 'stale',
  }));
}
