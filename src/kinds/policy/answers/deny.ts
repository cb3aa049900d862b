import type { TrafficAction } from '../traffic-action.ts';

const respond = { instead: 'a response with a body is a `custom-response`' } as const;

export const denyAction: TrafficAction = {
  type: 'deny',
  title: 'deny',
  doc: 'Refuses the request with a status and no body, or closes the connection.',
  source: 'actions/deny',
  phases: ['on_tcp_connect', 'on_http_request'],
  role: 'terminates',
  ends: 'always',
  effect: 'refuse',
  refuses: 'always',
  onlyRefuses: true,
  refusal: 403,
  settings: {
    status_code: {
      type: 'int64',
      unit: 'status',
      min: 100,
      max: 599,
      usual: { min: 400, max: 599 },
      default: 403,
      code: 2222,
      phases: ['on_http_request'],
      stricter: 'any',
      doc: 'The status of the response, from 400 to 599. 403 by default.',
    },
  },
  otherNames: ['block', 'reject'],
  otherKeys: { status: 'status_code', body: respond, content: respond },
  refusals: [2203, 2222],
};
