import { folder, ownLogin, type IsOurs } from './github-login.ts';
import { apiPath, type ForgeClient, onceOnly, removeIfThere } from '../client/forge-client.ts';
import { readAllPages, readAnswer, type AnswerReader } from '../client/list-forge-pages.ts';
import { restIssues } from '../client/rest-issues.ts';
import {
  ForgeError,
  type CommitVerdict,
  type Forge,
  type ForgeAnnotation,
  type ForgeComment,
  type ForgePullRequest,
  type PullRequestLabels,
} from '../../../model/forge.ts';
import type { Json } from '../../../model/value.ts';
import { clip } from '../../../text/wording.ts';

const mostAnnotations = 50;
const longestTitle = 255;
const longestSummary = 65_535;

/** 64 KB, of characters with up to three bytes. */
const longestMessage = 21_000;
const longestDescription = 140;

const conclusions: Readonly<Record<CommitVerdict['conclusion'], string>> = {
  success: 'success',
  neutral: 'neutral',
  'action-required': 'action_required',
};

/** 65,536 code points in the page, 262,144 bytes in the API: a budget in UTF-16 units fits both. */
const maxSize = 65_536;

export interface GithubRepository {
  readonly owner: string;
  readonly name: string;
  /** The path of GraphQL, on the same origin. */
  readonly graphqlPath: string;
}

/** GitHub, github.com or Enterprise. The line sends the version header. */
export function openGithub(client: ForgeClient, { owner, name, graphqlPath }: GithubRepository): Forge {
  const root = apiPath`/repos/${owner}/${name}`;
  const isOurs = onceOnly(() => ownLogin(client, graphqlPath));
  return {
    kind: 'github',
    pullRequest: (number) =>
      pullRequestOn(client, { root, number, isOurs, fold: folder(client, graphqlPath) }),
    labels: (number) => githubLabels(client, root, number),
    issues: restIssues(client, {
      path: `${root}/issues`,
      ours: async () => {
        const isOur = await isOurs();
        return {
          query: 'state=open&sort=created&direction=asc&per_page=100',
          // The list has the pull requests too.
          isOurs: (item) =>
            item.optionalObject('pull_request') === undefined && isOur(item.optionalObject('user')),
        };
      },
      fields: { number: 'number', body: 'body', url: 'html_url' },
      edits: 'PATCH',
      closed: { state: 'closed', state_reason: 'completed' },
      maxSize,
    }),
    pullRequestOf: async (commit) => {
      const pulls = await readAllPages(
        client,
        `${root}${apiPath`/commits/${commit}/pulls`}?per_page=100`,
        'the pull requests',
      );
      const open = pulls.find((pull) => pull.text('state') === 'open' && headOf(pull) === commit);
      return open?.id('number');
    },
    report: (commit, verdict) => reportCheck(client, root, { commit, verdict }),
    jobState: async ({ id, attempt }) => {
      const path = `${root}${apiPath`/actions/runs/${id}/attempts/${attempt}`}`;
      const run = readAnswer((await client.ask({ method: 'GET', path })).json, 'the run');
      return run.optionalText('status') === 'completed' ? 'ended' : 'running';
    },
    close: client.close,
  };
}

interface OnPull {
  readonly root: string;
  readonly number: string;
  readonly isOurs: () => Promise<IsOurs>;
  readonly fold: ForgePullRequest['fold'];
}

function pullRequestOn(client: ForgeClient, { root, number, isOurs, fold }: OnPull): ForgePullRequest {
  const all = root + apiPath`/issues/${number}/comments`;
  const one = ({ id }: Pick<ForgeComment, 'id'>): string => root + apiPath`/issues/comments/${id}`;
  const dryRun = (body: string, id = '0'): { readonly id: string; readonly body: string } => ({ id, body });
  return {
    maxSize,
    safe: (body) => body,
    headCommit: async () => {
      const path = root + apiPath`/pulls/${number}`;
      return headOf(readAnswer((await client.ask({ method: 'GET', path })).json, 'the pull request'));
    },
    comments: async () => {
      const [isOur, items] = [
        await isOurs(),
        await readAllPages(client, `${all}?per_page=100`, 'the comments'),
      ];
      const ours = items.filter((item) => isOur(item.optionalObject('user')));
      return ours.map((item) => commentOf(item)).sort((a, b) => Number(a.id) - Number(b.id));
    },
    write: async (body) => {
      const { json } = await client.ask({ method: 'POST', path: all, body: { body }, dryRun: dryRun(body) });
      return commentOf(readAnswer(json, 'the comment'));
    },
    edit: async (comment, body) => {
      const request = {
        method: 'PATCH',
        path: one(comment),
        body: { body },
        dryRun: dryRun(body, comment.id),
      } as const;
      return { ...comment, ...commentOf(readAnswer((await client.ask(request)).json, 'the comment')) };
    },
    remove: (comment) => removeIfThere(client, one(comment)),
    fold,
  };
}

function headOf(pull: AnswerReader): string {
  return pull.object('head').text('sha');
}

function commentOf(item: AnswerReader): ForgeComment {
  return {
    id: item.id('id'),
    body: item.optionalText('body') ?? '',
    url: item.optionalText('html_url'),
    isFolded: item.optionalObject('minimized') !== undefined,
    node: item.optionalText('node_id'),
  };
}

/** The labels of a pull request on GitHub. */
function githubLabels(client: ForgeClient, root: string, number: string): PullRequestLabels {
  const all = root + apiPath`/issues/${number}/labels`;
  return {
    names: async () =>
      (await readAllPages(client, `${all}?per_page=100`, 'the labels')).map((label) => label.text('name')),
    add: async ({ name, color, description }) => {
      const label = root + apiPath`/labels/${name}`;
      if (!(await isThere(client, label)))
        await client.ask({ method: 'POST', path: `${root}/labels`, body: { name, color, description } });
      await client.ask({ method: 'POST', path: all, body: { labels: [name] } });
    },
    remove: (name) => removeIfThere(client, all + apiPath`/${name}`),
  };
}

async function isThere(client: ForgeClient, path: string): Promise<boolean> {
  try {
    await client.ask({ method: 'GET', path });
    return true;
  } catch (error) {
    if (error instanceof ForgeError && error.problem === 'missing') return false;
    throw error;
  }
}

interface ToReport {
  readonly commit: string;
  readonly verdict: CommitVerdict;
}

/**
 * The verdict on a commit: a check run, which only the token of an app may write (that of a workflow is one), else a
 * commit status. A request takes 50 annotations, and a later one adds to them; the conclusion and the summary come last,
 * so that a run that ends early does not look whole.
 */
async function reportCheck(client: ForgeClient, root: string, report: ToReport): Promise<void> {
  const { verdict } = report;
  const chunks = chunksOf(verdict.annotations);
  const id = await startCheck(client, root, report, chunks[0] ?? []);
  if (id === undefined) return setStatus(client, root, report);
  const path = root + apiPath`/check-runs/${id}`;
  for (const annotations of chunks.slice(1))
    await client.ask({
      method: 'PATCH',
      path,
      body: { output: outputOf(verdict, 'Publishing annotations.', annotations) },
    });
  await client.ask({
    method: 'PATCH',
    path,
    body: {
      status: 'completed',
      conclusion: conclusions[verdict.conclusion],
      output: outputOf(verdict, clip(verdict.summary, longestSummary), []),
    },
  });
}

/** The id of the check run; undefined if the token may not write any. */
async function startCheck(
  client: ForgeClient,
  root: string,
  { commit, verdict }: ToReport,
  annotations: readonly ForgeAnnotation[],
): Promise<string | undefined> {
  const body = {
    name: verdict.name,
    head_sha: commit,
    status: 'in_progress',
    ...(verdict.url === undefined ? {} : { details_url: verdict.url }),
    output: outputOf(verdict, 'Publishing annotations.', annotations),
  };
  try {
    const request = { method: 'POST', path: `${root}/check-runs`, body, dryRun: { id: 0 } } as const;
    return readAnswer((await client.ask(request)).json, 'the check run').id('id');
  } catch (error) {
    if (error instanceof ForgeError && (error.problem === 'no-right' || error.problem === 'missing'))
      return undefined;
    throw error;
  }
}

function outputOf(
  { title }: CommitVerdict,
  summary: string,
  annotations: readonly ForgeAnnotation[],
): { readonly [name: string]: Json } {
  return { title: clip(title, longestTitle), summary, annotations: annotations.map(annotationJson) };
}

function annotationJson({ path, line, level, title, message }: ForgeAnnotation): Json {
  return {
    path,
    start_line: line,
    end_line: line,
    annotation_level: level,
    title: clip(title, longestTitle),
    message: clip(message, longestMessage),
  };
}

function chunksOf(annotations: readonly ForgeAnnotation[]): readonly (readonly ForgeAnnotation[])[] {
  const count = Math.ceil(annotations.length / mostAnnotations);
  return Array.from({ length: count }, (_, index) =>
    annotations.slice(index * mostAnnotations, (index + 1) * mostAnnotations),
  );
}

async function setStatus(client: ForgeClient, root: string, { commit, verdict }: ToReport): Promise<void> {
  const { name, title, url, conclusion } = verdict;
  await client.ask({
    method: 'POST',
    path: root + apiPath`/statuses/${commit}`,
    body: {
      state: conclusion === 'success' || conclusion === 'neutral' ? 'success' : 'failure',
      context: name,
      description: clip(title, longestDescription),
      ...(url === undefined ? {} : { target_url: url }),
    },
  });
}
