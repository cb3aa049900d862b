import type { ApiOptions, WorkspaceOptions } from '../../run/cli/options.ts';
import type { LimitOptions, ReportOptions } from '../../run/lint/limit-findings.ts';

export interface LintOptions
  extends WorkspaceOptions, ReportOptions, ApiOptions, SelectionOptions, LimitOptions {
  readonly env?: readonly string[];
  readonly rule?: readonly string[];
  readonly fix?: boolean;
  readonly unsafe?: boolean;
  readonly diff?: boolean;
  /** False with `--no-baseline`. */
  readonly baseline: boolean;
  readonly newOnly?: boolean;
  readonly base?: string;
  readonly now?: Date;
  readonly live?: boolean;
  readonly only?: readonly string[];
}

export interface SelectionOptions {
  readonly stdin?: boolean;
  readonly stdinFilename?: string;
  readonly staged?: boolean;
  readonly changedSince?: string;
  readonly diffOnly?: boolean;
  readonly watch?: boolean;
}
