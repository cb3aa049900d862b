/**
 * The last run as metrics, in a text that is OpenMetrics and the older format of Prometheus at once: everything is a
 * gauge, as it says something of one run, without timestamps, which the textfile collector does not take.
 */
import type { RunFigures } from '../../model/plan/run-figures.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';

type Labels = Readonly<Record<string, string>>;

interface Sample {
  readonly labels?: Labels;
  readonly value: number;
}

type Family = readonly [help: string, samplesOf: (run: RunFigures) => readonly Sample[]];

const sample = (value: number | undefined): readonly Sample[] => (value === undefined ? [] : [{ value }]);
const counted = (name: string, counts: Readonly<Record<string, number>> = {}): readonly Sample[] =>
  Object.entries(counts).map(([label, value]) => ({ labels: { [name]: label }, value }));

const families: Readonly<Record<string, Family>> = {
  edgewright_run_success: [
    'Whether the last run did all it had to: 1 for the exit codes 0 and 2.',
    ({ exitCode }) => sample(exitCode === 0 || exitCode === 2 ? 1 : 0),
  ],
  edgewright_run_exit_code: ['Exit code of the last run.', ({ exitCode }) => sample(exitCode)],
  edgewright_run_end_timestamp_seconds: [
    'End of the last run, in seconds since 1970.',
    ({ endedAt }) => sample(endedAt / 1000),
  ],
  edgewright_run_last_success_timestamp_seconds: [
    'End of the last run that succeeded, in seconds since 1970.',
    ({ succeededAt }) => sample(succeededAt === undefined ? undefined : succeededAt / 1000),
  ],
  edgewright_run_duration_seconds: [
    'Duration of the last run.',
    ({ startedAt, endedAt }) => sample(Math.max(0, endedAt - startedAt) / 1000),
  ],
  edgewright_run_api_requests: [
    'Requests to the API in the last run, with repeated ones.',
    ({ requests }) => sample(requests),
  ],
  edgewright_run_api_retries: [
    'Requests of the last run that repeated an earlier one.',
    ({ retries }) => sample(retries),
  ],
  edgewright_run_steps: [
    'Steps of the last apply by kind and outcome.',
    ({ steps = {} }) =>
      Object.entries(steps).flatMap(([kind, counts]) =>
        counted('outcome', { ...counts }).map(({ labels, value }) => ({
          labels: { kind, ...labels },
          value,
        })),
      ),
  ],
  edgewright_plan_steps: [
    'Steps of the plan of the last run by action.',
    ({ planned }) => counted('action', planned),
  ],
  edgewright_drifted_resources: ['Resources changed outside Edgewright.', ({ drifted }) => sample(drifted)],
  edgewright_blocked_resources: ['Resources whose steps are blocked.', ({ blocked }) => sample(blocked)],
  edgewright_refused_resources: [
    'Resources that a gate refused; a refusal of the whole plan counts as one.',
    ({ refused }) => sample(refused),
  ],
  edgewright_unknown_outcomes: ['Requests whose outcome is unknown.', ({ unknown }) => sample(unknown)],
  edgewright_apply_allowed: [
    'Whether a change window was open and no freeze applied; absent without any.',
    ({ isAllowed }) => sample(isAllowed === undefined ? undefined : Number(isAllowed)),
  ],
};

/** The figures of a command, one for each environment; those of a skipped one are taken from the earlier text. */
export function metricsText(runs: readonly RunFigures[], before = ''): string {
  const earlier = before.split('\n');
  const lines = Object.entries(families).flatMap(([name, [help, samplesOf]]) => {
    const samples = runs.flatMap((run) => {
      const start = `${name}{${labelsText(seriesOf(run))}`;
      if (run.isSkipped === true) return earlier.filter((line) => line.startsWith(start));
      return samplesOf(run).map(
        ({ labels, value }) => `${name}{${labelsText({ ...seriesOf(run), ...labels })}} ${value}`,
      );
    });
    return samples.length === 0 ? [] : [`# HELP ${name} ${help}`, `# TYPE ${name} gauge`, ...samples];
  });
  return `${[...lines, '# EOF'].join('\n')}\n`;
}

type Series = Pick<RunFigures, 'verb' | 'environment' | 'lineage' | 'shard'>;

/** The time in an earlier text at which the same command last succeeded, in milliseconds since 1970. */
export function lastSuccess(text: string, run: Series): number | undefined {
  const start = `edgewright_run_last_success_timestamp_seconds{${labelsText(seriesOf(run))}} `;
  const line = text.split('\n').find((candidate) => candidate.startsWith(start));
  const value = line === undefined ? NaN : Number(line.slice(start.length));
  return Number.isFinite(value) && value > 0 ? value * 1000 : undefined;
}

function seriesOf({ verb, environment, lineage, shard }: Series): Labels {
  return { verb, environment, lineage, ...withoutUndefined({ shard }) };
}

function labelsText(labels: Labels): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}="${escaped(value)}"`)
    .join(',');
}

function escaped(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
