import type { TrafficAction } from '../traffic-action.ts';
import { mapVar } from '../variable.ts';

export const removeHeadersAction: TrafficAction = {
  type: 'remove-headers',
  title: 'remove headers',
  doc: 'Removes headers from the request or, in the response phase, from the response.',
  source: 'actions/remove-headers',
  phases: ['on_http_request', 'on_http_response'],
  role: 'shapes',
  ends: 'never',
  effect: 'drop-headers',
  changes: 'headers',
  shows: 'nothing',
  settings: {
    headers: {
      type: 'list',
      items: { type: 'string', form: 'header-name', code: 2210, doc: 'The name of a header.' },
      required: true,
      min: 1,
      max: 10,
      doc: 'The names of the headers. At most 10.',
    },
  },
  rules: [
    {
      rule: 'reserved',
      setting: 'headers',
      names: /^user-agent$/i,
      code: 2219,
      why: 'The service refuses to remove it.',
    },
  ],
  results: {
    name: 'remove_headers',
    members: { headers_removed: mapVar('any', 'The headers that were removed.') },
  },
  refusals: [2203, 2208, 2210, 2212, 2219],
};
