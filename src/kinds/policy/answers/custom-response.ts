import { headersSetting } from '../shared-settings.ts';
import type { TrafficAction } from '../traffic-action.ts';

export const customResponseAction: TrafficAction = {
  type: 'custom-response',
  title: 'custom response',
  doc: 'Answers the request with a response of your own; the phase ends.',
  source: 'actions/custom-response',
  phases: ['on_http_request', 'on_http_response'],
  role: 'terminates',
  ends: 'always',
  effect: 'respond',
  refuses: 'by-status',
  settings: {
    status_code: {
      type: 'int64',
      unit: 'status',
      min: 100,
      max: 599,
      default: 200,
      code: 2222,
      doc: 'The status of the response. 200 by default.',
    },
    body: { type: 'string', expressions: 'template', doc: 'The body of the response.' },
    content: {
      type: 'string',
      expressions: 'template',
      deprecated: 'body',
      doc: 'The former name of `body`.',
    },
    headers: headersSetting('The headers of the response. At most 10.'),
  },
  rules: [
    {
      rule: 'excludes',
      when: { setting: 'body' },
      without: ['content'],
      certainty: 'assumed',
      why: 'Only one of them is the body.',
    },
    {
      rule: 'excludes',
      when: { setting: 'status_code', is: [204, 304] },
      without: ['body', 'content'],
      certainty: 'assumed',
      code: 3604,
      why: 'A response with this status has no body.',
    },
  ],
  otherNames: ['respond', 'custom_response'],
  otherKeys: {
    status: 'status_code',
    content_type: { instead: 'write the header `content-type` in `headers`' },
  },
  refusals: [2203, 2208, 2209, 2210, 2211, 2212, 2222, 2224],
};
