import { bodyReplacements } from '../body-replacements.ts';
import { replacements } from '../shared-settings.ts';
import type { TrafficAction } from '../traffic-action.ts';

export const requestBodyFindReplaceAction: TrafficAction = {
  type: 'request-body-find-replace',
  title: 'replace text in requests',
  doc: 'Replaces text in the body of the request.',
  source: 'actions/request-body-find-replace',
  phases: ['on_http_request'],
  role: 'shapes',
  ends: 'never',
  effect: 'replace-in-body',
  shows: 'nothing',
  settings: { replacements: replacements() },
  results: { name: 'request_body_find_replace', members: bodyReplacements },
  refusals: [2203, 2223, 2224, 2261],
};
