import { ruleSetResults } from '../rule-set-results.ts';
import { ruleSetSettings } from '../shared-settings.ts';
import type { TrafficAction } from '../traffic-action.ts';

export const owaspCrsResponseAction: TrafficAction = {
  type: 'owasp-crs-response',
  title: 'web application firewall for responses',
  doc: 'Withholds responses that leak data, as the OWASP core rule set sees it.',
  source: 'actions/owasp-crs-response',
  phases: ['on_http_response'],
  role: 'limits',
  ends: 'on-refusal',
  effect: 'inspect',
  refusal: 403,
  shows: 'nothing',
  settings: ruleSetSettings,
  results: { name: 'owasp_crs_response', members: ruleSetResults },
  refusals: [2203, 2215, 2222],
};
