import { redirect } from '../../cli/redirect.ts';
import { refuseTarget } from '../../cli/files/refuse-target.ts';
import { refuseYaml } from '../../cli/reports.ts';
import { exitCodeOf, type ExitCode } from '../../../model/errors.ts';
import type { Io } from '../../../model/io.ts';
import { shardName, type Shard } from '../../../model/ledger/shard.ts';
import type { RunEvent } from '../../../model/plan/run-event.ts';
import type { RunFigures } from '../../../model/plan/run-figures.ts';
import { given } from '../../session/api/proxy.ts';
import { observedBy } from '../../session/observe.ts';
import { finalCode } from '../apply/run-end.ts';

export interface MetricsOptions {
  /** The file for the metrics of the run. */
  readonly metrics?: string;
}

interface MetricsJob extends MetricsOptions {
  readonly verb: RunFigures['verb'];
  readonly shard?: Shard;
  /** The command only lists: it has no figures. */
  readonly isList?: boolean;
}

/** Adds figures of an environment. */
export type AddFigures = (environment: string, figures: Partial<RunFigures>) => void;

/** Does the work of a command, and then writes its figures for a collector, however it ended. */
export async function withMetrics(
  io: Io,
  { verb, shard, metrics, isList = false }: MetricsJob,
  work: (io: Io, add: AddFigures) => Promise<number>,
): Promise<number> {
  const file = metrics ?? given(io, 'EDGEWRIGHT_METRICS_FILE');
  if (file === undefined || isList) return work(io, () => undefined);
  refuseYaml(file, {
    refusal: 'metrics are not written to',
    instead: 'name another file, such as `edgewright.prom`',
  });
  refuseTarget(io, file);
  const { followFigures } = await import('./follow-figures.ts');
  const following = followFigures({ verb, shard: shard && shardName(shard) }, io.clock);
  const tell = (event: RunEvent): void => {
    following.tell(event);
    io.tell?.(event);
  };
  const write = async (exitCode: ExitCode): Promise<void> => {
    const { writeMetrics } = await import('./write-metrics.ts');
    writeMetrics(io, file, following.end(finalCode(io, exitCode)));
  };
  let exitCode: ExitCode;
  try {
    const followed = redirect(observedBy(io, following.observer), { tell });
    exitCode = (await work(followed, following.add)) as ExitCode;
  } catch (error) {
    await write(exitCodeOf(error));
    throw error;
  }
  await write(exitCode);
  return exitCode;
}
