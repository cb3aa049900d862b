import { fromSetting, toSetting } from '../shared-settings.ts';
import type { TrafficAction } from '../traffic-action.ts';
import { errorVar, listVar, stringVar } from '../variable.ts';

export const urlRewriteAction: TrafficAction = {
  type: 'url-rewrite',
  title: 'rewrite the URL',
  doc: 'Changes the URL of the request before it is forwarded; the client does not see it.',
  source: 'actions/url-rewrite',
  phases: ['on_http_request'],
  role: 'shapes',
  ends: 'never',
  effect: 'rewrite-url',
  changes: 'url',
  shows: 'nothing',
  settings: {
    from: {
      ...fromSetting,
      doc: 'A regular expression (RE2) for the part of the whole URL to replace. Without it, all of it.',
    },
    to: { ...toSetting, required: true },
  },
  results: {
    name: 'url_rewrite',
    members: {
      matches: listVar('string', 'The groups of the match.'),
      url: stringVar('The new URL.'),
      error: errorVar,
    },
  },
  otherNames: ['rewrite-url', 'rewrite'],
  refusals: [2203, 2223, 2224, 2261],
};
