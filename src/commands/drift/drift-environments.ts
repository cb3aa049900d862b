import { chooseEnvironments } from '../../run/session/workspace/choose-environments.ts';
import { beginRun, type Run, type WorkspaceRun } from '../../run/session/run.ts';
import { commandLine, type PlaceFlags } from '../../run/cli/command-line.ts';
import type { ApiOptions, ColorOptions, WorkspaceOptions } from '../../run/cli/options.ts';
import {
  emptyReports,
  writeReports,
  type PlacedReport,
  type ReportFlags,
  type ReportKind,
} from '../../run/cli/reports.ts';
import { kinds } from '../../kinds/index.ts';
import type { Drift } from '../../model/drift.ts';
import { usageError } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import type { LedgerState, UnknownCreate } from '../../model/ledger/ledger.ts';
import { testCounts } from '../../model/traffic/test-report.ts';
import { lineColumn } from '../../text/line-column.ts';
import type { Notice } from '../../model/notice.ts';
import type { NextStep } from '../../model/plan/run-event.ts';
import { namesInSteps } from '../../report/plan/named-ids.ts';
import { isWeakened } from '../../model/plan/step.ts';
import type { Workspace, WorkspaceHead } from '../../model/workspace/workspace.ts';
import {
  driftedAddresses,
  driftPart,
  hasUnknownOutcome,
  hasDrift,
  isUndoing,
  unclaimedLive,
} from '../../plan/attribution/drift-part.ts';
import { detectForge, type ForgeFlags, type ForgePlace } from '../../run/session/forge/detect-forge.ts';
import { runAbout } from '../../run/session/ledger/run-about.ts';
import { sendNotice } from '../../run/apply/notifications.ts';
import { neighborsOf } from '../../run/session/workspace/neighbors.ts';
import { repositoryFolder } from '../../workspace/git/repository-folder.ts';
import type { AddFigures, MetricsOptions } from '../../run/metrics/metrics-follower.ts';
import { refuseJob } from '../../run/tests/send/refuse-job.ts';
import { planEnvironments } from '../../run/plan/plan-environments.ts';
import type { PlannedEnvironment } from '../../run/plan/planned.ts';
import { terminal } from '../../run/cli/terminal.ts';
import { exitCodeOfAll, exitCodes, type ExitCode } from '../../model/exit-codes.ts';
import type { Address } from '../../model/workspace/address.ts';
import type { RunFigures } from '../../model/plan/run-figures.ts';
import { firstGiven } from '../../run/cli/first-given.ts';

export const driftReport: ReportKind<DriftFormat> = {
  formats: ['text', 'json', 'markdown', 'github'],
  isCommands: (format) => format === 'github',
  refusal: 'drift cannot be written to',
  instead: 'name another file: no format of drift is YAML',
};

export interface DriftOptions
  extends WorkspaceOptions, ApiOptions, ColorOptions, ReportFlags<DriftFormat>, ForgeFlags, MetricsOptions {
  readonly env?: readonly string[];
  readonly allowMissing?: number;
  /** Keeps one issue for each environment. */
  readonly issue?: boolean;
  /** Sends the tests of requests, too. */
  readonly sendTests?: boolean;
  /** For the URLs of notifications. */
  readonly secretsDir?: string;
}

/**
 * Reports the changes made outside Edgewright in each environment; the exit code is 2 if there are any, and 4 if an
 * outcome is unknown.
 */
export async function driftEnvironments(io: Io, options: DriftOptions, add?: AddFigures): Promise<number> {
  if (options.sendTests === true) refuseJob(io, {});
  const reports = emptyReports(io, options, driftReport);
  const place = issuePlace(io, options);
  const run = await beginRun(io, options);
  const { workspace: opened } = run;
  const chosen = chooseEnvironments(opened, options.env);
  // Ignores approvals that revert drift: until they are applied, the drift exists and is reported.
  const read = (): Workspace => {
    const workspace = opened.read();
    return { ...workspace, approvals: workspace.approvals.filter((approval) => !isUndoing(approval)) };
  };
  const environments = chosen.map((environment) => ({ ...environment, drift: 'report' as const }));
  const planned = await planEnvironments(
    { ...run, workspace: { ...opened, read } },
    { environments },
    options,
  );
  const { approvals } = opened.read();
  const seen: DriftSeen[] = [];
  for (const [index, environment] of chosen.entries()) {
    const plannedEnvironment = planned[index];
    if (plannedEnvironment === undefined) continue;
    const part = driftPart({ ...plannedEnvironment, environment, settings: opened.settings, approvals });
    const notes = [
      ...part.notes,
      ...(await unmanagedNote(
        { ...run, workspace: plannedEnvironment.workspace, environment },
        plannedEnvironment,
      )),
      ...(options.sendTests === true
        ? await sentNotes({ ...run, workspace: plannedEnvironment.workspace, environment })
        : []),
    ];
    const drift = {
      ...part,
      notes,
      names: namesInSteps(part.steps, environment.ids.values()),
      ...(await testsOf(plannedEnvironment, driftedAddresses(part))),
    };
    seen.push({ drift, ledger: plannedEnvironment.ledger, api: plannedEnvironment.api });
  }
  const drifts = seen.map(({ drift }) => drift);
  await writeReports(io, driftReport, reports, (report) =>
    render(io, report, { drifts, planned, root: opened.root }, options),
  );
  for (const driftSeen of seen) add?.(driftSeen.drift.environment, figuresOf(driftSeen));
  await notifyDrift(run, seen);
  if (place !== undefined) {
    const { keepDriftIssues } = await import('./drift-issues.ts');
    await keepDriftIssues(io, place, seen);
  }
  return exitCodeOfAll(drifts.map(exitCodeFor));
}

async function testsOf(
  plannedEnvironment: PlannedEnvironment,
  drifted: readonly Address[],
): Promise<Pick<Drift, 'tests'>> {
  if (drifted.length === 0 || plannedEnvironment.plan.tests === undefined) return {};
  const { testsOfDrift } = await import('../../run/tests/test-plan.ts');
  const tests = testsOfDrift(plannedEnvironment, drifted);
  return tests.length === 0 ? {} : { tests };
}

/** The results of the tests that are sent: an edge may behave differently though its objects are as recorded. */
async function sentNotes({ environment, ...run }: Run): Promise<Drift['notes']> {
  const requests = run.workspace.requestTests?.().files.flatMap(({ tests }) => tests) ?? [];
  const [{ sendTests }, { lintForEnvironment }] = await Promise.all([
    import('../../run/tests/send/send-tests.ts'),
    import('../../run/lint/lint-workspace.ts'),
  ]);
  const report = await sendTests({
    run,
    environments: [environment],
    requests,
    desiredOf: async () => (await lintForEnvironment({ ...run, environment }, { mayBeSent: true })).desired,
    options: {},
  });
  const { ok = 0, failed = 0, skipped = 0 } = testCounts(report);
  const failures = report.cases.filter(({ result }) => result === 'failed');
  return [
    { topic: 'sent-tests', fact: { code: 'sent-tests', ok, failed, skipped } },
    ...failures.map(({ name, place, finding, note }): Drift['notes'][number] => ({
      topic: 'sent-test',
      origin: { file: place.source.path, ...lineColumn(place.source, place.start) },
      fact: { code: 'sent-test-failed', name, finding: note ?? finding?.message ?? '' },
    })),
  ];
}

/** The number of objects on the account that are not managed: they are not drift, and each could be adopted. */
async function unmanagedNote(
  run: Run,
  { ledger, live }: Pick<PlannedEnvironment, 'ledger' | 'live'>,
): Promise<Drift['notes']> {
  const { environment } = run;
  const seen = { environment, ledger, live };
  if (unclaimedLive(seen, []).length === 0) return [];
  const count = unclaimedLive(seen, await neighborsOf(run)).length;
  if (count === 0) return [];
  const command = commandLine(['pull', '--env', environment.name, '--dry-run'], run.place);
  return [{ topic: 'unmanaged', fact: { code: 'unmanaged', count, command } }];
}

/** The repository of the issues; found before the API is read. */
function issuePlace(io: Io, options: DriftOptions): ForgePlace | undefined {
  if (options.issue === true) return detectForge(io, options);
  const unfit = firstGiven(options, ['forge', 'repo', 'apiUrl']);
  if (unfit === undefined) return undefined;
  throw usageError(`${unfit} requires --issue`);
}

interface DriftRun {
  readonly drifts: readonly Drift[];
  readonly planned: readonly PlannedEnvironment[];
  /** The folder of the workspace. */
  readonly root: string;
}

function figuresOf({ drift, ledger: { unknown = {} } }: DriftSeen): Partial<RunFigures> {
  return {
    drifted: driftedAddresses(drift).length,
    unknown: Object.keys(unknown).length,
    exitCode: exitCodeFor(drift),
  };
}

function exitCodeFor(drift: Drift): ExitCode {
  if (hasUnknownOutcome(drift)) return exitCodes.unknown;
  return hasDrift(drift) ? exitCodes.changes : exitCodes.ok;
}

async function render(
  io: Io,
  { format, file, room }: PlacedReport<DriftFormat>,
  { drifts, planned, root }: DriftRun,
  { color }: ColorOptions,
): Promise<string> {
  switch (format) {
    case 'text': {
      const { driftText } = await import('../../report/plan/text/drift-text.ts');
      const page = terminal(io, { file, color });
      return drifts.map((drift) => driftText(drift, page)).join('\n');
    }
    case 'json': {
      const { driftJson } = await import('../../report/plan/json/drift-json.ts');
      return driftJson(drifts.map((drift) => ({ drift, isDrifted: hasDrift(drift) })));
    }
    case 'markdown': {
      const [{ driftMarkdown }, { usualMaxSize }, { fitBytes }, { madeBy }] = await Promise.all([
        import('../../report/plan/markdown/drift-markdown.ts'),
        import('../../report/plan/markdown/markdown-table.ts'),
        import('../../report/text/markdown-room.ts'),
        import('../../run/plan/made-by.ts'),
      ]);
      const by = await madeBy(io, planned);
      return fitBytes({ bytes: room, most: usualMaxSize }, (maxSize) =>
        driftMarkdown(drifts, { maxSize, madeBy: by }),
      );
    }
    case 'github': {
      const { driftGithub } = await import('../../report/plan/ci/drift-github.ts');
      return driftGithub(drifts, { folder: repositoryFolder(root) });
    }
  }
}

/** The values of `drift --format`. */
type DriftFormat = 'text' | 'json' | 'markdown' | 'github';

interface DriftSeen {
  readonly drift: Drift;
  readonly ledger: Pick<LedgerState, 'unknown'>;
  /** The origin of the API. */
  readonly api: string;
}

/** Tells the webhooks of edgewright.yaml, one message for each environment with drift or unknown outcomes. */
async function notifyDrift(run: WorkspaceRun<WorkspaceHead>, seen: readonly DriftSeen[]): Promise<void> {
  const { settings, root } = run.workspace;
  if (settings.notify.length === 0) return;
  const { id: _id, ...about } = await runAbout(run.io, 'drift', root);
  const notices = seen.map((drift) => noticeOfDrift(drift, { run: about, place: run.place }));
  await Promise.all(
    notices.filter(({ events }) => events.length > 0).map((notice) => sendNotice(run, notice)),
  );
}

/** The tests that are not `ok` by what is live, and those that failed when they were sent. */
function failingTests({ tests, notes }: Drift): Pick<Notice, 'tests'> {
  const byObjects = tests?.filter(({ after }) => after.result !== 'ok').map(({ name }) => name) ?? [];
  const sent = notes.flatMap(({ fact }) => (fact.code === 'sent-test-failed' ? [fact.name] : []));
  const isTold = tests !== undefined || sent.length > 0;
  return isTold ? { tests: [...new Set([...byObjects, ...sent])] } : {};
}

function noticeOfDrift(
  { drift, ledger: { unknown = {} }, api }: DriftSeen,
  { run, place }: { readonly run: Notice['run']; readonly place: PlaceFlags },
): Notice {
  const { environment } = drift;
  const isDrifted = hasDrift(drift);
  const creates = Object.entries(unknown) as [Address, UnknownCreate][];
  const exitCode: ExitCode = isDrifted ? exitCodes.changes : exitCodes.ok;
  const inIt = ['--env', environment];
  const resolving = creates.filter(([, { kind }]) => kinds[kind].operations.list === undefined);
  const next: readonly NextStep[] = [
    ...resolving.flatMap(([address]): readonly NextStep[] => {
      const words = ['resolve', address, ...inIt];
      return [
        { purpose: 'adopt', command: commandLine(words, place, ['--adopt', '<id>']), address },
        { purpose: 'absent', command: commandLine(words, place, ['--absent']), address },
      ];
    }),
    ...(resolving.length === 0
      ? []
      : [{ purpose: 'settle', command: commandLine(['resolve', '--list', ...inIt], place) } as const]),
    { purpose: 'review', command: commandLine(['plan', ...inIt], place) },
  ];
  return {
    events: [...(isDrifted ? ['drift' as const] : []), ...(creates.length > 0 ? ['unknown' as const] : [])],
    verb: 'drift',
    environment,
    api,
    run,
    exitCode,
    tally: undefined,
    failed: [],
    unknown: creates.map(([address]) => address),
    drifted: driftedAddresses(drift),
    weakened: drift.steps.filter(isWeakened).map(({ address }) => address),
    ...failingTests(drift),
    refusals: [],
    next,
    error: undefined,
  };
}
