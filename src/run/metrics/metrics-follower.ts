import { refuseTarget } from '../cli/files/refuse-target.ts';
import { refuseYaml } from '../cli/reports.ts';
import type { Io } from '../../model/io.ts';
import { shardName, type Shard } from '../../model/ledger/shard.ts';
import type { RunFigures } from '../../model/plan/run-figures.ts';
import type { RunFollower } from '../session/follow-run.ts';
import { finalCode } from '../apply/run-end.ts';
import { given } from '../cli/given-variable.ts';

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

/** Counts the figures of a run, and writes them for a collector at its end; undefined if no file is named. */
export async function metricsFollower(
  io: Io,
  { verb, shard, metrics, isList = false }: MetricsJob,
): Promise<(RunFollower & { readonly add: AddFigures }) | undefined> {
  const file = metrics ?? given(io, 'EDGEWRIGHT_METRICS_FILE');
  if (file === undefined || isList) return undefined;
  refuseYaml(file, {
    refusal: 'metrics are not written to',
    instead: 'name another file, such as `edgewright.prom`',
  });
  refuseTarget(io, file);
  const { followFigures } = await import('./follow-figures.ts');
  const { observer, tell, add, end } = followFigures({ verb, shard: shard && shardName(shard) }, io.clock);
  return {
    observer,
    tell,
    add,
    end: async (exitCode) => {
      const { writeMetrics } = await import('./write-metrics.ts');
      writeMetrics(io, file, end(finalCode(io, exitCode)));
    },
  };
}
