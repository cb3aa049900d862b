import type { Shard } from '../../model/ledger/shard.ts';
import type { FailOn } from '../../model/plan/plan.ts';
import type { ColorOptions, GateFlags } from '../cli/options.ts';
import type { ReportFlags, ReportKind } from '../cli/reports.ts';
import type { MetricsOptions } from '../metrics/metrics-follower.ts';
import type { RunFlags } from '../session/run.ts';

export const applyReport: ReportKind<ApplyFormat> = {
  formats: ['text', 'json', 'markdown'],
  refusal: 'the report of an apply cannot be written to',
  instead: 'name another file: no format is YAML',
};

/** The options of all forms of `apply`. */
export interface ApplyOptions extends ApplyChoices, RunFlags, MetricsOptions {
  readonly env?: string | undefined;
  readonly skipStale?: boolean;
}

/** How the changes of a run are chosen, confirmed and shown. */
export interface ApplyChoices extends ColorOptions, GateFlags, ReportFlags<ApplyFormat> {
  readonly only?: readonly string[];
  readonly yes?: boolean;
  /** A scheduled run: no question, and one line if there is nothing to do. */
  readonly auto?: boolean;
  /** Reasons to apply nothing at all. */
  readonly failOn?: readonly FailOn[];
  /** Only the part of this shard. */
  readonly shard?: Shard;
  readonly rollback?: string | true;
}

/** The values of `apply --format`. */
export type ApplyFormat = 'text' | 'json' | 'markdown';
