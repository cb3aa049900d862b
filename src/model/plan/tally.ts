import type { KindName } from '../../kinds/kind.ts';

/** How many steps of a run ended in each way. The counts add up to `steps`. */
export interface Tally {
  /** All steps: those of the plan, and those of a saved plan that were left out. */
  readonly steps: number;
  readonly created: number;
  readonly updated: number;
  readonly deleted: number;
  readonly adopted: number;
  readonly retired: number;
  readonly forgotten: number;
  readonly renamed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Whether they were done cannot be known. */
  readonly unknown: number;
  readonly drifted: number;
  readonly blocked: number;
  readonly unchanged: number;
}

/** The same counts for each kind that has steps. */
export type TallyByKind = Readonly<Partial<Record<KindName, Tally>>>;

export type TallyCount = Exclude<keyof Tally, 'steps'>;
