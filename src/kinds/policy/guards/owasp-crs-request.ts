import { ruleSetResults } from '../rule-set-results.ts';
import { ruleSetSettings } from '../shared-settings.ts';
import type { TrafficAction } from '../traffic-action.ts';

export const owaspCrsRequestAction: TrafficAction = {
  type: 'owasp-crs-request',
  title: 'web application firewall for requests',
  doc: 'Refuses requests that look like attacks to the OWASP core rule set.',
  source: 'actions/owasp-crs-request',
  phases: ['on_http_request'],
  role: 'limits',
  ends: 'on-refusal',
  effect: 'inspect',
  refusal: 403,
  shows: 'nothing',
  settings: ruleSetSettings,
  results: { name: 'owasp_crs_request', members: ruleSetResults },
  otherNames: ['waf'],
  refusals: [2203, 2215, 2222],
};
