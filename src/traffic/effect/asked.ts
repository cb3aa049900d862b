import type { ModuleEffect, TraceRequest } from '../../model/traffic/trace.ts';

/** What the effect of a module is worked out with. */
export interface Asked {
  readonly request: Pick<TraceRequest, 'method' | 'headers'>;
  /** The name in `ids` that an id has, or the id. */
  readonly nameOf: (id: string) => string;
  /** Whether a pattern (RE2) matches; undefined where it cannot be read. */
  readonly matches: (pattern: string, text: string) => boolean | undefined;
}

export type Effect = Pick<ModuleEffect, 'does' | 'fact'>;
