import { bodyReplacements } from '../body-replacements.ts';
import { replacements } from '../shared-settings.ts';
import type { TrafficAction } from '../traffic-action.ts';

export const responseBodyFindReplaceAction: TrafficAction = {
  type: 'response-body-find-replace',
  title: 'replace text in responses',
  doc: 'Replaces text in the body of the response.',
  source: 'actions/response-body-find-replace',
  phases: ['on_http_response'],
  role: 'shapes',
  ends: 'never',
  effect: 'replace-in-body',
  settings: { replacements: replacements() },
  results: { name: 'response_body_find_replace', members: bodyReplacements },
  refusals: [2203, 2223, 2224, 2261],
};
