import type { TrafficAction } from '../traffic-action.ts';
import { mapVar } from '../variable.ts';

export const logAction: TrafficAction = {
  type: 'log',
  title: 'log',
  doc: 'Writes data of your own into the log event of the request.',
  source: 'actions/log',
  phases: ['on_tcp_connect', 'on_http_request', 'on_http_response'],
  role: 'observes',
  ends: 'never',
  effect: 'observe',
  shows: 'nothing',
  settings: {
    metadata: {
      type: 'map',
      required: true,
      values: { type: 'any', expressions: 'template', doc: 'The value.' },
      doc: 'The data, by name.',
    },
  },
  results: { name: 'log', members: { metadata: mapVar('any', 'The data that was written.') } },
  refusals: [2203, 2223, 2224],
};
