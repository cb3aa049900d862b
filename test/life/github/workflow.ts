import { parse } from 'yaml';

export interface WorkflowStep {
  readonly id?: string;
  readonly name?: string;
  readonly if?: string | boolean;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, string | number | boolean>>;
  readonly run?: string;
  readonly shell?: string;
  readonly env?: Readonly<Record<string, string | number>>;
  readonly 'working-directory'?: string;
  readonly 'continue-on-error'?: boolean;
}

export type Permissions = Readonly<Record<string, 'read' | 'write' | 'none'>>;

export interface WorkflowJob {
  readonly name?: string;
  readonly if?: string | boolean;
  readonly needs?: string | readonly string[];
  readonly permissions?: Permissions;
  readonly environment?: string | { readonly name: string };
  readonly strategy?: { readonly matrix: Readonly<Record<string, readonly string[]>> };
  readonly env?: Readonly<Record<string, string | number>>;
  readonly outputs?: Readonly<Record<string, string>>;
  readonly steps: readonly WorkflowStep[];
}

export interface Workflow {
  readonly name: string;
  readonly on: unknown;
  readonly permissions?: Permissions;
  readonly env?: Readonly<Record<string, string | number>>;
  readonly jobs: Readonly<Record<string, WorkflowJob>>;
}

export function readWorkflow(text: string): Workflow {
  return parse(text) as Workflow;
}

/** Whether the workflow runs for an event: its name is a key of `on`, or an item of it. */
export function runsOn({ on }: Workflow, event: string): boolean {
  if (typeof on === 'string') return on === event;
  return Array.isArray(on) ? on.includes(event) : Object.hasOwn(on as object, event);
}
