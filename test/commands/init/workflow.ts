import { parse } from 'yaml';

/** A step of a workflow, as far as the audits and the runner look at it. */
export interface Step {
  readonly id?: string;
  readonly name?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
}

export interface Job {
  readonly if?: string;
  readonly needs?: string | readonly string[];
  readonly 'runs-on'?: unknown;
  readonly 'timeout-minutes'?: number;
  readonly permissions?: unknown;
  readonly environment?: unknown;
  readonly concurrency?: unknown;
  readonly container?: unknown;
  readonly services?: unknown;
  readonly secrets?: unknown;
  readonly outputs?: Readonly<Record<string, string>>;
  readonly strategy?: { readonly matrix?: Readonly<Record<string, readonly string[]>> };
  readonly steps?: readonly Step[];
}

export interface WorkflowFile {
  readonly text: string;
  readonly name?: string;
  /** The events, by name. */
  readonly on: ReadonlySet<string>;
  readonly permissions?: unknown;
  readonly concurrency?: unknown;
  readonly jobs: ReadonlyMap<string, Job>;
}

export function workflowFile(text: string): WorkflowFile {
  const { on, jobs, ...rest } = parse(text) as Record<string, unknown>;
  const events = typeof on === 'string' ? [on] : Array.isArray(on) ? (on as string[]) : Object.keys(on ?? {});
  return { ...rest, text, on: new Set(events), jobs: new Map(Object.entries(jobs as Record<string, Job>)) };
}
