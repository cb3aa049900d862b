import type { Forge, ForgeComment, ForgePullRequest, PullRequestLabels } from '../../../model/forge.ts';
import type { Json } from '../../../model/value.ts';
import { apiPath, type ForgeClient, onceOnly, removeIfThere } from '../client/forge-client.ts';
import { malformed, readAllPages, readAnswer, type AnswerReader } from '../client/list-forge-pages.ts';
import { restIssues } from '../client/rest-issues.ts';
import { foldedBody, isFoldedBody } from '../upsert-comment.ts';
import { clip } from '../../../text/wording.ts';

const maxSize = 1_000_000;

const longestDescription = 255;

/** GitLab. `project`: its number, or its path with slashes. */
export function openGitlab(client: ForgeClient, project: string): Forge {
  const root = apiPath`/projects/${project}`;
  const ownId = onceOnly(async () =>
    readAnswer((await client.ask({ method: 'GET', path: '/user' })).json, 'the user').id('id'),
  );
  return {
    kind: 'gitlab',
    pullRequest: (number) => mergeRequestOn(client, root + apiPath`/merge_requests/${number}`, ownId),
    labels: (number) => gitlabLabels(client, root + apiPath`/merge_requests/${number}`),
    issues: restIssues(client, {
      path: `${root}/issues`,
      ours: async () => {
        const own = await ownId();
        return {
          query: apiPath`state=opened&scope=all&author_id=${own}&order_by=created_at&sort=asc&per_page=100`,
          isOurs: (item) => item.object('author').id('id') === own,
        };
      },
      fields: { number: 'iid', body: 'description', url: 'web_url' },
      edits: 'PUT',
      closed: { state_event: 'close' },
      maxSize,
      safe: withoutQuickActions,
    }),
    pullRequestOf: async (commit) => {
      const path = `${root}${apiPath`/repository/commits/${commit}/merge_requests`}?per_page=100`;
      const all = await readAllPages(client, path, 'the merge requests');
      const open = all.find((each) => each.text('state') === 'opened' && each.optionalText('sha') === commit);
      return open?.id('iid');
    },
    report: async (commit, { name, conclusion, title, url }) => {
      const isGood = conclusion === 'success' || conclusion === 'neutral';
      const body = {
        state: isGood ? 'success' : 'failed',
        name,
        description: clip(title, longestDescription),
        ...(url === undefined ? {} : { target_url: url }),
      };
      await client.ask({ method: 'POST', path: root + apiPath`/statuses/${commit}`, body });
    },
    jobState: async ({ id }) => {
      const { json } = await client.ask({ method: 'GET', path: root + apiPath`/jobs/${id}` });
      return ended.has(readAnswer(json, 'the job').text('status')) ? 'ended' : 'running';
    },
    close: client.close,
  };
}

const ended: ReadonlySet<string> = new Set(['success', 'failed', 'canceled', 'skipped']);

function mergeRequestOn(client: ForgeClient, path: string, ownId: () => Promise<string>): ForgePullRequest {
  const all = `${path}/notes`;
  const one = ({ id }: ForgeComment): string => all + apiPath`/${id}`;
  const read = async (): Promise<AnswerReader> =>
    readAnswer((await client.ask({ method: 'GET', path })).json, 'the merge request');
  const page = onceOnly(async () => (await read()).optionalText('web_url'));
  const noteOf = async (note: AnswerReader): Promise<ForgeComment> => {
    const [id, body, base] = [note.id('id'), note.text('body'), await page()];
    return {
      id,
      body,
      url: base === undefined ? undefined : `${base}#note_${id}`,
      isFolded: isFoldedBody(body),
    };
  };
  const write = async (body: string): Promise<ForgeComment> => {
    const { json } = await client.ask({ method: 'POST', path: all, body: { body }, dryRun: { id: 0, body } });
    return noteOf(readAnswer(json, 'the note'));
  };
  const edit = async (note: ForgeComment, body: string): Promise<ForgeComment> => {
    const dryRun = { id: note.id, body };
    const { json } = await client.ask({ method: 'PUT', path: one(note), body: { body }, dryRun });
    return noteOf(readAnswer(json, 'the note'));
  };
  return {
    maxSize,
    safe: withoutQuickActions,
    headCommit: async () => (await read()).text('sha'),
    comments: async () => {
      const own = await ownId();
      const notes = await readAllPages(
        client,
        `${all}?sort=asc&order_by=created_at&per_page=100`,
        'the notes',
      );
      const ours = notes.filter((note) => !note.flag('system') && note.object('author').id('id') === own);
      return (await Promise.all(ours.map(noteOf))).sort((a, b) => Number(a.id) - Number(b.id));
    },
    write,
    edit,
    remove: (note) => removeIfThere(client, one(note)),
    fold: async (note) => {
      await edit(note, foldedBody(note.body));
    },
  };
}

/** The labels of a merge request. GitLab creates a label that is missing. */
function gitlabLabels(client: ForgeClient, path: string): PullRequestLabels {
  return {
    names: async () => {
      const { json } = await client.ask({ method: 'GET', path });
      readAnswer(json, 'the merge request');
      const { labels } = json as { readonly labels?: Json };
      if (!Array.isArray(labels) || !labels.every((each) => typeof each === 'string'))
        throw malformed('the merge request', '`labels` is not a list of texts');
      return labels;
    },
    add: async ({ name }) => {
      await client.ask({ method: 'PUT', path, body: { add_labels: name } });
    },
    remove: async (name) => {
      await client.ask({ method: 'PUT', path, body: { remove_labels: name } });
    },
  };
}

/**
 * GitLab executes lines of notes and descriptions that begin with a slash (`/close`), also when a program wrote them. It
 * leaves out code, but by a rule that fences of more than three backticks defeat, so here no line begins with a slash.
 */
export function withoutQuickActions(body: string): string {
  let fence: string | undefined;
  const lines = body.split('\n').map((line) => {
    const [, mark = ''] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? [];
    const isCode = fence !== undefined;
    if (fence === undefined) fence = mark === '' ? undefined : mark;
    else if (mark.startsWith(fence) && line.trim() === mark) fence = undefined;
    // In code a backslash would be shown as it is, and the spelled-out character is how all inert text is shown.
    return line.replace(/^(\s*)\//, isCode ? String.raw`$1\u{2f}` : String.raw`$1\/`);
  });
  return lines.join('\n');
}
