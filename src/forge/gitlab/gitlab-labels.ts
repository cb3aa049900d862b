import type { PullRequestLabels } from '../../model/forge/forge.ts';
import type { Json } from '../../model/value.ts';
import type { ForgeLine } from '../line/forge-line.ts';
import { malformed, readAnswer } from '../line/read-answer.ts';

/** The labels of a merge request. GitLab creates a label that is missing. */
export function gitlabLabels(line: ForgeLine, path: string): PullRequestLabels {
  return {
    names: async () => {
      const { json } = await line.ask({ method: 'GET', path });
      readAnswer(json, 'the merge request');
      const { labels } = json as { readonly labels?: Json };
      if (!Array.isArray(labels) || !labels.every((each) => typeof each === 'string'))
        throw malformed('the merge request', '`labels` is not a list of texts');
      return labels;
    },
    add: async ({ name }) => {
      await line.ask({ method: 'PUT', path, body: { add_labels: name } });
    },
    remove: async (name) => {
      await line.ask({ method: 'PUT', path, body: { remove_labels: name } });
    },
  };
}
