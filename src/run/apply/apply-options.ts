import type { Shard } from '../../model/ledger/shard.ts';
import type { FailOn } from '../../model/plan/plan.ts';
import type { ApiOptions, ColorOptions, GateFlags, WorkspaceOptions } from '../cli/options.ts';
import type { ReportFlags, ReportKind } from '../cli/reports.ts';
import type { MetricsOptions } from '../metrics/metrics-follower.ts';

export const applyReport: ReportKind<ApplyFormat> = {
  formats: ['text', 'json', 'markdown'],
  refusal: 'the report of an apply cannot be written to',
  instead: 'name another file: no format is YAML',
};

/** The options shared by all forms of `apply`. */
export interface ApplyOptions
  extends WorkspaceOptions, ApiOptions, ColorOptions, GateFlags, ReportFlags<ApplyFormat>, MetricsOptions {
  readonly env?: string | undefined;
  readonly only?: readonly string[];
  readonly secretsDir?: string;
  /** Maximum of concurrent writes, and their number at first. */
  readonly concurrency?: number;
  readonly yes?: boolean;
  /** A scheduled run: no question, and one line if there is nothing to do. */
  readonly auto?: boolean;
  /** The reason to apply outside all change windows, or in a freeze. */
  readonly outsideWindow?: string;
  readonly skipStale?: boolean;
  /** Reasons to apply nothing at all. */
  readonly failOn?: readonly FailOn[];
  readonly soleRunner?: boolean;
  /** Only the part of this shard. */
  readonly shard?: Shard;
  readonly rollback?: string | true;
}

/** The values of `apply --format`. */
export type ApplyFormat = 'text' | 'json' | 'markdown';
