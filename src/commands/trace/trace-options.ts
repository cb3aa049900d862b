import type { ApiOptions, ColorOptions, WorkspaceOptions } from '../../cli/options.ts';

export interface TraceOptions extends WorkspaceOptions, ApiOptions, ColorOptions {
  readonly env?: string;
  readonly method: string;
  readonly header?: readonly string[];
  readonly host?: readonly string[];
  readonly desired?: boolean;
  readonly live?: boolean;
  readonly corpus?: string;
  readonly base?: string;
  readonly detailedExitcode?: boolean;
  readonly format: 'text' | 'json';
  readonly output?: string;
}
