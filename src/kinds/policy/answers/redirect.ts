import { fromSetting, headersSetting, toSetting } from '../shared-settings.ts';
import type { TrafficAction } from '../traffic-action.ts';
import { errorVar, listVar, stringVar } from '../variable.ts';

export const redirectAction: TrafficAction = {
  type: 'redirect',
  title: 'redirect',
  doc: 'Sends the client to another URL. Nothing is sent if the URL stays the same.',
  source: 'actions/redirect',
  phases: ['on_http_request'],
  role: 'terminates',
  ends: 'when-url-changes',
  effect: 'redirect',
  refuses: 'elsewhere',
  settings: {
    from: {
      ...fromSetting,
      doc: 'A regular expression (RE2) for the part of the whole URL to replace. Without it, all of it.',
    },
    to: { ...toSetting, required: true },
    status_code: {
      type: 'int64',
      unit: 'status',
      values: [301, 302, 303, 307, 308],
      default: 302,
      doc: 'The status of the redirect. 302 by default.',
    },
    headers: headersSetting('Further headers of the response. At most 10.'),
  },
  results: {
    name: 'redirect',
    members: {
      matches: listVar('string', 'The groups of the match.'),
      url: stringVar('The new URL.'),
      error: errorVar,
    },
  },
  otherKeys: { location: 'to', url: 'to', code: 'status_code' },
  refusals: [2203, 2208, 2209, 2210, 2211, 2212, 2222, 2223, 2224, 2261],
};
