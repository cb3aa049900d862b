/* What the page and its worker say to each other: values that can be copied. */
import type { Badge } from '../../../src/report/plan/badge.ts';
import type { Texts } from './state.ts';

export interface Finding {
  /** The same for the same mistake after other text has changed. */
  readonly key: string;
  readonly rule: string;
  /** The page of the rule, from the folder of the playground; a lint policy has none. */
  readonly url?: string;
  /** The heading of the field in the reference. */
  readonly reference?: string;
  readonly severity: 'error' | 'warn' | 'info';
  readonly message: string;
  readonly why?: string;
  readonly help?: string;
  readonly path: string;
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly fix?: { readonly title: string; readonly safety: 'safe' | 'unsafe' };
}

export type CheckAnswer =
  | { readonly failure: string }
  | { readonly findings: readonly Finding[]; readonly environments: readonly string[] };

/** The texts are those of a terminal, with its colors. */
export interface Report {
  readonly plan: string;
  /** The first line of the plan. */
  readonly headline: string;
  /** Of what a person must see first. */
  readonly tone: Badge['tone'];
  /** Why the plan is not applied; empty if nothing stands in its way. */
  readonly refused: readonly string[];
  /** Whether approvals lift what is refused. */
  readonly canApprove: boolean;
  readonly tests: string;
  /** Requests that the plan lets in where they were refused, each with what the plan says of it. */
  readonly witnesses: readonly {
    readonly label: string;
    readonly told: string;
    readonly request: TypedRequest;
  }[];
  /** URLs to choose from. */
  readonly urls: readonly string[];
}

export interface TypedRequest {
  readonly method: string;
  readonly url: string;
  /** `name: value`, each on a line. */
  readonly headers?: string;
  readonly body?: string;
  readonly ip?: string;
  readonly country?: string;
  readonly login?: string;
  /** Other facts of a test, such as `given.signature: valid`, each on a line. */
  readonly facts?: string;
}

export interface Place {
  readonly path: string;
  readonly text: string;
  readonly offset: number;
}

export interface CompletionItem {
  readonly label: string;
  readonly type: string;
  readonly detail?: string;
  readonly doc?: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export interface HoverAnswer {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Files for a pasted text, and what was done, in sentences. */
export interface Import {
  readonly files: Texts;
  readonly open: string;
  readonly said: readonly string[];
}

/** The approvals of what is refused, in the file that they are added to. */
export interface ApprovalAnswer {
  readonly path: string;
  readonly text: string;
}

interface WithFiles {
  readonly files: Texts;
}

interface Planned extends WithFiles {
  readonly live: Texts;
  readonly environment: string;
}

/** What the worker can be asked, and what it answers. */
export interface Questions {
  readonly check: { readonly ask: WithFiles; readonly answer: CheckAnswer };
  readonly report: {
    readonly ask: Planned & { readonly columns: number; readonly showsRequests: boolean };
    readonly answer: Report;
  };
  readonly trace: {
    readonly ask: Planned & { readonly columns: number; readonly request: TypedRequest };
    /** The text of a terminal. */
    readonly answer: string;
  };
  /** The texts that change by the fix of a finding, or with the key `all` by all safe fixes until none is left. */
  readonly fix: { readonly ask: WithFiles & { readonly key: string }; readonly answer: Texts };
  readonly approve: { readonly ask: Planned & { readonly reason: string }; readonly answer: ApprovalAnswer };
  readonly complete: { readonly ask: Place; readonly answer: readonly CompletionItem[] };
  readonly hover: { readonly ask: Place; readonly answer: HoverAnswer | undefined };
  readonly import: {
    readonly ask: Planned & { readonly name: string; readonly text: string };
    /** Undefined for a text that is nothing to be wrapped. */
    readonly answer: Import | undefined;
  };
}

export type Question = keyof Questions;

export interface Asked {
  readonly id: number;
  readonly name: Question;
  readonly ask: Questions[Question]['ask'];
}

export type Answered =
  | { readonly id: number; readonly answer: Questions[Question]['answer'] }
  | { readonly id: number; readonly failure: string };
