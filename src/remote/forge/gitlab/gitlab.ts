import type { Forge, PullRequestLabels } from '../../../model/forge.ts';
import type { Json } from '../../../model/value.ts';
import type { ForgeClient } from '../client/forge-client.ts';
import { restForge } from '../client/rest-forge.ts';
import { malformed, readAnswer } from '../client/forge-answer.ts';
import { apiPath } from '../client/api-path.ts';
import { onceOnly } from '../../../text/waits/once-only.ts';

const oldestFirst = 'order_by=created_at&sort=asc&per_page=100';

/** GitLab. `project`: its number, or its path with slashes. */
export function openGitlab(client: ForgeClient, project: string): Forge {
  const root = apiPath`/projects/${project}`;
  const ownId = onceOnly(async () =>
    readAnswer((await client.ask({ method: 'GET', path: '/user' })).json, 'the user').id('id'),
  );
  const rest = restForge(client, {
    kind: 'gitlab',
    root,
    maxSize: 1_000_000,
    safe: withoutQuickActions,
    ours: async () => {
      const ownUser = await ownId();
      return (item) => !item.flag('system') && item.object('author').id('id') === ownUser;
    },
    edits: 'PUT',
    fields: { number: 'iid', text: 'description', url: 'web_url' },
    issues: {
      open: `state=opened&scope=created_by_me&${oldestFirst}`,
      closed: { state_event: 'close' },
    },
    pulls: {
      word: 'merge request',
      of: (number) => apiPath`/merge_requests/${number}`,
      at: (commit) => apiPath`/repository/commits/${commit}/merge_requests?per_page=100`,
      open: 'opened',
    },
    comments: {
      of: (number) => apiPath`/merge_requests/${number}/notes`,
      query: `?${oldestFirst}`,
      one: (number, id) => apiPath`/merge_requests/${number}/notes/${id}`,
      anchor: '#note_',
    },
    status: { name: 'name', bad: 'failed', longest: 255 },
  });
  return {
    ...rest,
    labels: (number) => gitlabLabels(client, root + apiPath`/merge_requests/${number}`),
    jobState: async ({ id }) => {
      const { json } = await client.ask({ method: 'GET', path: root + apiPath`/jobs/${id}` });
      return ended.has(readAnswer(json, 'the job').text('status')) ? 'ended' : 'running';
    },
  };
}

const ended: ReadonlySet<string> = new Set(['success', 'failed', 'canceled', 'skipped']);

/** The labels of a merge request. GitLab creates a label that is missing. */
function gitlabLabels(client: ForgeClient, path: string): PullRequestLabels {
  return {
    names: async () => {
      const { json } = await client.ask({ method: 'GET', path });
      readAnswer(json, 'the merge request');
      const { labels } = json as { readonly labels?: Json };
      if (!Array.isArray(labels) || !labels.every((label) => typeof label === 'string'))
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
 * GitLab executes lines of notes and descriptions that begin with a slash (`/close`), also when a program wrote them.
 * It leaves out code, but by a rule that fences of more than three backticks defeat, so here no line begins with a
 * slash.
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
