import type { TrafficAction } from '../traffic-action.ts';

export const closeConnectionAction: TrafficAction = {
  type: 'close-connection',
  title: 'close the connection',
  doc: 'Drops the connection without a response.',
  source: 'actions/close-connection',
  phases: ['on_tcp_connect', 'on_http_request'],
  role: 'terminates',
  ends: 'always',
  effect: 'close',
  refuses: 'always',
  onlyRefuses: true,
  shows: 'nothing',
  settings: {},
  refusals: [2203],
};
