import type { LedgerState } from '../../../model/ledger/ledger.ts';
import type { Run } from '../../session/run.ts';
import type { DecidingFile } from '../../../model/deciding-file.ts';
import type { Diagnostic } from '../../../model/diagnostic.ts';
import type { FindingFact } from '../../../model/facts/refusal.ts';
import type { Plan, PlanNote, Refusal } from '../../../model/plan/plan.ts';
import type { Workspace } from '../../../model/workspace/workspace.ts';
import type { StricterGates } from '../../../plan/gates/stricter-gates.ts';
import { lintEnvironment } from '../../lint/lint-workspace.ts';
import { lostTestFact, lostTests, withLostTests } from './lost-tests.ts';
import type { OpenedBase } from './plan-base.ts';
import { lineColumn } from '../../../text/line-column.ts';
import { withoutUndefined } from '../../../text/without-undefined.ts';
import type { Address } from '../../../model/workspace/address.ts';
import type { Settings } from '../../../model/workspace/settings.ts';

const mostNamed = 5;

interface GatesWithBase extends StricterGates {
  readonly lost: ReturnType<typeof lostTests>;
  readonly refusals: Plan['refusals'];
}

/** The base, and its workspace as far as its files can be read. */
interface ReadBase extends OpenedBase {
  readonly baseWorkspace: Workspace | undefined;
}

/** The stricter gates of head and base; undefined if the base has none. */
export async function gatesWithBase(
  run: Run,
  { ref, keeper, ahead, changedFiles, baseWorkspace }: ReadBase,
  ledger: LedgerState,
): Promise<GatesWithBase | undefined> {
  const { io, workspace, environment } = run;
  const baseRules = keeper ?? baseWorkspace;
  if (baseRules === undefined) return undefined;
  const { stricterGates } = await import('../../../plan/gates/stricter-gates.ts');
  const { settings, environments } = baseRules;
  // If `ref` has advanced, it may have approvals that this branch lacks; none of these counts as new here.
  const known = (ahead === 0 ? baseWorkspace : undefined) ?? keeper?.read();
  const { approvals } = known ?? { approvals: [] };
  const gates = stricterGates({
    head: { safety: workspace.settings.safety, drift: environment.drift, approvals: workspace.approvals },
    base: { safety: settings.safety, drift: environments.get(environment.name)?.drift, approvals },
    ref,
    environment: environment.name,
    ledger,
  });
  const { changedSchedule } = await import('../../../plan/gates/changed-schedule.ts');
  const times = changedSchedule({
    head: workspace.settings.schedule,
    base: settings.schedule,
    ref,
    environment: environment.name,
    now: io.clock.now(),
  });
  const sides = { head: workspace.settings, base: settings, ref };
  const laxer = await laxerLint(sides);
  const others = await otherSettings({ ...sides, start: baseWorkspace?.settings ?? settings, changedFiles });
  const lost = baseWorkspace === undefined ? [] : lostTests(workspace, baseWorkspace, environment.name);
  const tests = lost.map((lostTest): PlanNote => ({ topic: 'gate', fact: lostTestFact(lostTest, ref) }));
  const { refusals, notes } = await lintByBase(
    run,
    { settings, ref, suppressing: baseWorkspace ?? known },
    ledger,
  );
  return {
    ...gates,
    notes: [...gates.notes, ...times, ...laxer, ...others, ...tests, ...notes],
    lost,
    refusals,
  };
}

/** The run with these gates applied. */
export function underGates(
  { safety, drift, lost }: GatesWithBase,
  { workspace, environment }: Run,
): Pick<Run, 'workspace' | 'environment'> {
  const settings = { ...workspace.settings, safety };
  return {
    workspace: { ...withLostTests(workspace, lost), settings },
    environment: { ...environment, drift },
  };
}

interface Sides {
  readonly head: Settings;
  readonly base: Settings;
  /** The settings at the commit where the pull request starts. */
  readonly start: Settings;
  readonly changedFiles: readonly DecidingFile[];
  readonly ref: string;
}

/**
 * Notes about settings that were changed: neither stricter nor laxer, so that those of head apply. Windows and freezes
 * have notes of their own.
 */
async function otherSettings({ head, start, changedFiles, ref }: Sides): Promise<readonly PlanNote[]> {
  const { changedDecidingFiles, changedSettings } =
    await import('../../../lint/domain/documents/changed-settings.ts');
  const found = [
    ...changedSettings(head.document, start.document, { ref, without: ['windows', 'freezes'] }),
    ...changedDecidingFiles({ changedFiles, ref }),
  ];
  return found.map(({ message }) => ({ topic: 'gate', fact: { code: 'setting-changed', finding: message } }));
}

/**
 * Notes about lint settings and policies that are weaker than on the base; `lintByBase` checks with those of the base.
 */
async function laxerLint({
  head,
  base,
  ref,
}: Omit<Sides, 'start' | 'changedFiles'>): Promise<readonly PlanNote[]> {
  const [{ loosenedLint }, { loosenedPolicies }, { rules }] = await Promise.all([
    import('../../../lint/domain/documents/loosened-lint.ts'),
    import('../../../lint/domain/documents/loosened-safety.ts'),
    import('../../../lint/rules.ts'),
  ]);
  const found = [
    ...loosenedLint(head, base, (id) => rules.find((rule) => rule.id === id)),
    ...loosenedPolicies(head.policies, base.policies, ref),
  ];
  return found.map(({ message }) => ({
    topic: 'gate',
    fact: { code: 'lint-loosened', finding: message, ref },
  }));
}

interface ByBase {
  readonly refusals: readonly Refusal[];
  readonly notes: readonly PlanNote[];
}

interface LintBase {
  readonly settings: Settings;
  readonly ref: string;
  /** The workspace whose comments and baseline are known already. */
  readonly suppressing: Workspace | undefined;
}

/**
 * Errors by the lint settings and policies of the base that head's settings do not report: a pull request cannot both
 * weaken lint and pass it. The files are checked a second time instead of merging settings, so that severities,
 * overrides, options and policies apply exactly as written. Comments and the baseline count as on head: like an
 * approval, each is for one finding and visible in the pull request. A note names each error that only new ones hide.
 */
async function lintByBase(
  { io, workspace, environment }: Run,
  { settings: base, ref, suppressing }: LintBase,
  ledger: LedgerState,
): Promise<ByBase> {
  // All of these settings are in edgewright.yaml.
  const isAlike = workspace.settings.document.source.text === base.document.source.text;
  if (isAlike && !suppresses(workspace)) return { refusals: [], notes: [] };
  const { diagnostics, newlySuppressed = [] } = await lintEnvironment(
    { io, workspace: isAlike ? workspace : asIn(base, workspace), environment },
    { ledger, suppressedIn: suppressing },
  );
  // Mistakes in the settings of the base are not caused by these files.
  const errors = diagnostics.filter(
    ({ severity, place }) =>
      severity === 'error' && workspace.sources.get(place.source.path) === place.source,
  );
  return {
    refusals: isAlike || errors.length === 0 ? [] : [refusalFor(errors, ref)],
    notes: newlySuppressed.map((diagnostic) => ({
      topic: 'gate',
      ...withoutUndefined({
        address: diagnostic.address === undefined ? undefined : (diagnostic.address as Address),
      }),
      fact: { code: 'error-suppressed', ...findingOf(diagnostic), ref },
    })),
  };
}

function suppresses({ baseline, sources }: Workspace): boolean {
  if (baseline !== undefined) return true;
  return [...sources.values()].some(({ text }) => text.includes('edgewright-ignore'));
}

function asIn({ lint, policies }: Settings, workspace: Workspace): Workspace {
  const { settings } = workspace;
  const names = new Set(policies.map(({ name }) => name));
  const added = settings.policies.filter(({ name }) => !names.has(name));
  return { ...workspace, settings: { ...settings, lint, policies: [...policies, ...added] } };
}

function refusalFor(errors: readonly Diagnostic[], ref: string): Refusal {
  const findings = errors.slice(0, mostNamed).map(findingOf);
  return {
    gate: 'lint',
    fact: { code: 'lint-errors', ref, more: errors.length - findings.length, findings },
    addresses: addressesOf(errors),
  };
}

function findingOf({ rule, message, place }: Diagnostic): FindingFact {
  const { line, column } = lineColumn(place.source, place.start);
  return { place: `${place.source.path}:${line}:${column}`, rule, message };
}

function addressesOf(errors: readonly Diagnostic[]): readonly Address[] {
  return [...new Set(errors.flatMap(({ address }) => (address === undefined ? [] : [address as Address])))];
}
