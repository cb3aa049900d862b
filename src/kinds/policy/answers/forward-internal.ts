import { onError } from '../shared-settings.ts';
import type { TrafficAction } from '../traffic-action.ts';
import { errorVar, stringVar } from '../variable.ts';

export const forwardInternalAction: TrafficAction = {
  type: 'forward-internal',
  title: 'forward to an internal endpoint',
  doc: 'Hands the request to an internal endpoint, whose own traffic policy runs, too.',
  source: 'actions/forward-internal',
  phases: ['on_tcp_connect', 'on_http_request'],
  role: 'terminates',
  ends: 'unless-continue',
  effect: 'forward',
  target: 'url',
  shows: 'nothing',
  settings: {
    url: {
      type: 'string',
      form: 'url',
      required: true,
      expressions: 'template',
      schemes: ['http', 'https', 'tls', 'tcp'],
      hostEnd: '.internal',
      doc: 'The URL of the internal endpoint; its host ends in `.internal`, and `tcp://` needs a port.',
    },
    on_error: onError('halt'),
    binding: {
      type: 'string',
      values: ['internal'],
      deprecated: '',
      doc: 'No longer needed: the target is always an internal endpoint.',
    },
  },
  results: {
    name: 'forward_internal',
    members: { url: stringVar('The URL that could not be reached.'), error: errorVar },
  },
  otherNames: ['forward'],
  otherKeys: { uri: 'url', to: 'url', target: 'url', endpoint: 'url' },
  refusals: [2203, 2223, 2224, 2226, 2240],
};
