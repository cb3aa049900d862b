import type { Json } from './value.ts';

/** The forges that we can write to. Forgejo speaks the API of Gitea. */
export type ForgeKind = 'github' | 'gitlab' | 'gitea';

/** A comment that we wrote. */
export interface ForgeComment {
  readonly id: string;
  readonly body: string;
  /** Its page; undefined where the forge does not say. */
  readonly url: string | undefined;
  /** Collapsed by the forge, or by us where the forge cannot. */
  readonly isFolded: boolean;
  /** The name by which GraphQL knows it. */
  readonly node?: string | undefined;
}

/** The comments of one pull request or merge request. All methods throw `ForgeError`. */
export interface ForgePullRequest {
  readonly headCommit: () => Promise<string>;
  /** The comments whose author is us, oldest first. */
  readonly comments: () => Promise<readonly ForgeComment[]>;
  readonly write: (body: string) => Promise<ForgeComment>;
  readonly edit: (comment: ForgeComment, body: string) => Promise<void>;
  readonly remove: (comment: ForgeComment) => Promise<void>;
  /** Collapses an outdated comment. */
  readonly fold: (comment: ForgeComment) => Promise<void>;
  /** Most UTF-16 units of a comment. */
  readonly maxSize: number;
  /** The text as it may be sent: GitLab executes lines that begin with a slash. */
  readonly safe: (body: string) => string;
}

/** A label of a pull request. Color: six hex digits. */
export interface ForgeLabel {
  readonly name: string;
  readonly color: string;
  readonly description: string;
}

/** The labels of one pull request. All methods throw `ForgeError`. */
export interface PullRequestLabels {
  readonly names: () => Promise<readonly string[]>;
  /** Creates the label in the repository if it is missing. */
  readonly add: (label: ForgeLabel) => Promise<void>;
  readonly remove: (name: string) => Promise<void>;
}

/** An issue that we opened and that is still open. */
export interface ForgeIssue {
  /** As the API wants it in a path. */
  readonly number: string;
  readonly title: string;
  readonly body: string;
  readonly url: string | undefined;
}

/** The issues of a repository. All methods throw `ForgeError`. */
export interface ForgeIssues {
  /** The open issues whose author is us, oldest first. */
  readonly open: () => Promise<readonly ForgeIssue[]>;
  readonly create: (issue: Pick<ForgeIssue, 'title' | 'body'>) => Promise<ForgeIssue>;
  readonly edit: (issue: ForgeIssue, to: Pick<ForgeIssue, 'title' | 'body'>) => Promise<void>;
  readonly close: (issue: ForgeIssue, body: string) => Promise<void>;
  readonly maxSize: number;
  readonly safe: (body: string) => string;
}

/** The verdict on a commit, as statuses and checks show it. */
export interface CommitVerdict {
  /** Identifies it among those of a commit: `edgewright/production`. */
  readonly name: string;
  /** `neutral`: neither good nor bad, such as drift. */
  readonly conclusion: 'success' | 'neutral' | 'action-required';
  /** One line. */
  readonly title: string;
  /** Markdown. */
  readonly summary: string;
  readonly annotations: readonly ForgeAnnotation[];
  /** The page with the details. */
  readonly url: string | undefined;
}

export interface ForgeAnnotation {
  /** From the root of the repository. */
  readonly path: string;
  readonly line: number;
  readonly level: 'notice' | 'warning' | 'failure';
  readonly title: string;
  readonly message: string;
}

/** A CI job or run that may have ended. */
export interface ForgeJob {
  /** The number in the address of its page. */
  readonly id: string;
  readonly attempt: string;
}

export interface Forge {
  readonly kind: ForgeKind;
  readonly pullRequest: (number: string) => ForgePullRequest;
  readonly labels: (number: string) => PullRequestLabels;
  readonly issues: ForgeIssues;
  /** The open pull request whose newest commit is this one; undefined if there is none. */
  readonly pullRequestOf: (commit: string) => Promise<string | undefined>;
  /** Reports the verdict on a commit by a check run where there are some and we may, otherwise as a commit status. */
  readonly report: (commit: string, verdict: CommitVerdict) => Promise<void>;
  readonly jobState: (job: ForgeJob) => Promise<'ended' | 'running' | 'unknown'>;
  readonly close: () => Promise<void>;
}

/** A request that was refused, got no usable response, or was never sent. `message` is one sentence. */
export class ForgeError extends Error {
  readonly problem: ForgeProblem;
  /** Undefined without a complete response. */
  readonly status: number | undefined;
  /** Whether the forge may have carried out the request. */
  readonly mayBeDone: boolean;

  constructor(
    problem: ForgeProblem,
    message: string,
    { status, mayBeDone = false, cause }: { status?: number; mayBeDone?: boolean; cause?: unknown } = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'ForgeError';
    this.problem = problem;
    this.status = status;
    this.mayBeDone = mayBeDone;
  }
}

/** The reason why a request had no effect. */
export type ForgeProblem =
  /** 401, 403, a refusal of GraphQL, or no token. */
  | 'no-right'
  /** 404, 410: the object is not there, or the token may not see it. */
  | 'missing'
  /** 400, 413, 422. */
  | 'refused'
  | 'rate-limit'
  /** No complete response, or 5xx. */
  | 'unanswered'
  | 'malformed';

/** A request, as clients hand it to the line and a dry run prints it. */
export interface ForgeRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** After the path of the API URL, with its query. */
  readonly path: string;
  /** The path is that of the whole URL. */
  readonly isWhole?: boolean;
  readonly body?: Json;
  /** A POST that only reads, as GraphQL queries do. */
  readonly isRead?: boolean;
  /** The response of a dry run, which sends no writes. */
  readonly dryRun?: Json;
}
