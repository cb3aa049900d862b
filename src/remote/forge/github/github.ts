import { folder, ownLogin } from './github-login.ts';
import type { ForgeClient } from '../client/forge-client.ts';
import { readAllPages } from '../client/list-forge-pages.ts';
import { restForge } from '../client/rest-forge.ts';
import {
  ForgeError,
  type CommitVerdict,
  type Forge,
  type ForgeAnnotation,
  type PullRequestLabels,
} from '../../../model/forge.ts';
import type { Json } from '../../../model/value.ts';
import { withoutUndefined } from '../../../text/without-undefined.ts';
import { clip } from '../../../text/words/clip.ts';
import { readAnswer } from '../client/forge-answer.ts';
import { apiPath } from '../client/api-path.ts';
import { onceOnly } from '../../../text/waits/once-only.ts';
import { removeIfThere } from '../client/remove-if-there.ts';

const mostAnnotations = 50;
const longestTitle = 255;
const longestSummary = 65_535;

/** 64 KB, of characters with up to three bytes. */
const longestMessage = 21_000;

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
  const rest = restForge(client, {
    kind: 'github',
    root,
    maxSize,
    ours: async () => {
      const isOur = await isOurs();
      // The list of issues has the pull requests too.
      return (item) =>
        item.optionalObject('pull_request') === undefined && isOur(item.optionalObject('user'));
    },
    edits: 'PATCH',
    fields: { number: 'number', text: 'body', url: 'html_url' },
    issues: {
      open: 'state=open&sort=created&direction=asc&per_page=100',
      closed: { state: 'closed', state_reason: 'completed' },
    },
    pulls: {
      word: 'pull request',
      of: (number) => apiPath`/pulls/${number}`,
      at: (commit) => apiPath`/commits/${commit}/pulls?per_page=100`,
      open: 'open',
    },
    comments: {
      of: (number) => apiPath`/issues/${number}/comments`,
      query: '?per_page=100',
      one: (_number, id) => apiPath`/issues/comments/${id}`,
      fold: folder(client, graphqlPath),
    },
    status: { name: 'context', bad: 'failure', longest: 140 },
  });
  return {
    ...rest,
    labels: (number) => githubLabels(client, root, number),
    report: async (commit, verdict) => {
      if (!(await reportCheck(client, root, { commit, verdict }))) await rest.report(commit, verdict);
    },
    jobState: async ({ id, attempt }) => {
      const path = `${root}${apiPath`/actions/runs/${id}/attempts/${attempt}`}`;
      const run = readAnswer((await client.ask({ method: 'GET', path })).json, 'the run');
      return run.optionalText('status') === 'completed' ? 'ended' : 'running';
    },
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
 * commit status. A request takes 50 annotations, and a later one adds to them; the conclusion and the summary come
 * last, so that a run that ends early does not look whole.
 */
async function reportCheck(client: ForgeClient, root: string, report: ToReport): Promise<boolean> {
  const { verdict } = report;
  const chunks = chunksOf(verdict.annotations);
  const id = await startCheck(client, root, report, chunks[0] ?? []);
  if (id === undefined) return false;
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
  return true;
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
    ...withoutUndefined({ details_url: verdict.url }),
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
