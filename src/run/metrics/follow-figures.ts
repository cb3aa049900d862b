import type { ExitCode } from '../../model/exit-codes.ts';
import type { Clock, RunObserver } from '../../model/io.ts';
import type { RunEvent } from '../../model/plan/run-event.ts';
import { refusedCount } from '../../report/plan/summary.ts';
import type { RunFigures } from '../../model/plan/run-figures.ts';

interface FigureObserver {
  readonly observer: RunObserver;
  readonly tell: (event: RunEvent) => void;
  /** Adds figures of an environment. */
  readonly add: (environment: string, figures: Partial<RunFigures>) => void;
  readonly end: (exitCode: ExitCode) => readonly RunFigures[];
}

type OpenFigures = { -readonly [Key in keyof RunFigures]?: RunFigures[Key] };

/** Counts what a command does, environment by environment. */
export function followFigures(series: Pick<RunFigures, 'verb' | 'shard'>, clock: Clock): FigureObserver {
  const now = (): number => clock.now().getTime();
  const fresh = (): OpenFigures => ({ startedAt: now(), requests: 0, retries: 0 });
  let open = fresh();
  const runs = [open];
  const endOf = (run: OpenFigures, exitCode: ExitCode): RunFigures => {
    const { startedAt = now(), endedAt = now(), environment = '', lineage = '' } = run;
    const { requests = 0, retries = 0 } = run;
    const named = { ...series, environment, lineage, exitCode: run.exitCode ?? exitCode };
    return { ...run, ...named, startedAt, endedAt, requests, retries };
  };
  return {
    observer: {
      begins: ({ environment, lineage = '' }) => {
        // The first environment takes what came before it, such as the reading of the files.
        if (open.environment !== undefined) runs.push((open = fresh()));
        Object.assign(open, { environment, lineage });
      },
      exchanged: ({ attempt }) => {
        open.requests = (open.requests ?? 0) + 1;
        if (attempt > 1) open.retries = (open.retries ?? 0) + 1;
      },
    },
    tell: (event) => {
      Object.assign(open, figuresOf(event));
      if (event.event === 'environment-ended')
        Object.assign(open, { exitCode: event.exitCode, endedAt: now() });
    },
    add: (environment, figures) => {
      Object.assign(runs.find((run) => run.environment === environment) ?? open, figures);
    },
    end: (exitCode) => runs.map((run) => endOf(run, exitCode)),
  };
}

function figuresOf(event: RunEvent): OpenFigures {
  if (event.event === 'start') {
    const { plan } = event;
    return {
      planned: plan.summary,
      drifted: plan.summary.drift,
      blocked: plan.summary.blocked,
      refused: refusedCount(plan),
      unknown: plan.steps.filter(({ unknown }) => unknown !== undefined).length,
      ...(plan.applyTime === undefined ? {} : { isAllowed: plan.applyTime.state === 'open' }),
    };
  }
  if (event.event === 'skipped' && event.why.code === 'locked') return { isSkipped: true };
  if (event.event !== 'summary') return {};
  const { tally, byKind } = event;
  return {
    steps: byKind,
    drifted: tally.drifted,
    blocked: tally.blocked,
    unknown: tally.unknown,
  };
}
