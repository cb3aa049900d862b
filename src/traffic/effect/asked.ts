import type { ModuleEffect, TraceRequest } from '../../model/traffic/trace.ts';

/** Context for computing the effect of a module. */
export interface Asked {
  readonly request: Pick<TraceRequest, 'method' | 'headers'>;
  /** The name of an id in `ids`, or the id itself. */
  readonly nameOf: (id: string) => string;
  /** Whether a pattern (RE2) matches; undefined if it is not valid. */
  readonly matches: (pattern: string, text: string) => boolean | undefined;
}

export type Effect = Pick<ModuleEffect, 'does' | 'fact'>;
