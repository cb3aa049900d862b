import { headersSetting } from '../shared-settings.ts';
import type { TrafficAction } from '../traffic-action.ts';
import { mapVar } from '../variable.ts';

export const addHeadersAction: TrafficAction = {
  type: 'add-headers',
  title: 'add headers',
  doc: 'Adds headers to the request or, in the response phase, to the response.',
  source: 'actions/add-headers',
  phases: ['on_http_request', 'on_http_response'],
  role: 'shapes',
  ends: 'never',
  effect: 'append-headers',
  changes: 'headers',
  shows: 'in-responses',
  settings: {
    headers: {
      ...headersSetting('The headers by name, each with its value. At most 10.'),
      required: true,
      min: 1,
      certainty: 'schema',
    },
  },
  rules: [
    {
      rule: 'reserved',
      setting: 'headers',
      names: /^user-agent$/i,
      code: 2219,
      why: 'The service refuses to set it.',
    },
    {
      rule: 'reserved',
      setting: 'headers',
      names: /^\w+-skip-browser-warning$/i,
      certainty: 'assumed',
      why: 'Set here, it has no effect on the browser warning.',
    },
  ],
  results: {
    name: 'add_headers',
    members: { headers_added: mapVar('any', 'The headers that were added.') },
  },
  otherNames: ['request-headers', 'request_headers', 'response-headers', 'response_headers'],
  refusals: [2203, 2208, 2209, 2210, 2211, 2212, 2213, 2219, 2224],
};
