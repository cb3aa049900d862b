import type { ApiOptions, ColorOptions, GateFlags, WorkspaceOptions } from '../../cli/options.ts';

/** The options shared by all forms of `apply`. */
export interface ApplyOptions extends WorkspaceOptions, ApiOptions, ColorOptions, GateFlags {
  readonly env?: string;
  readonly only?: readonly string[];
  readonly secretsDir?: string;
  readonly format: 'text' | 'json';
  readonly concurrency: number;
  readonly yes?: boolean;
  readonly skipStale?: boolean;
  readonly stopOnBlocked?: boolean;
  readonly soleRunner?: boolean;
  readonly rollback?: string | true;
}
