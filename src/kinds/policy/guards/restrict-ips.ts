import { enforce } from '../shared-settings.ts';
import type { TextSetting } from '../setting.ts';
import type { TrafficAction } from '../traffic-action.ts';
import { errorVar, stringVar } from '../variable.ts';

const range: TextSetting = {
  type: 'string',
  form: 'cidr',
  expressions: 'template',
  code: 2217,
  doc: 'A network, such as `203.0.113.0/24`.',
};

export const restrictIpsAction: TrafficAction = {
  type: 'restrict-ips',
  title: 'IP restriction',
  doc: 'Lets only clients pass whose address is in an allowed network and in no denied one.',
  source: 'actions/restrict-ips',
  phases: ['on_tcp_connect', 'on_http_request', 'on_http_response'],
  role: 'guards',
  ends: 'on-refusal',
  effect: 'check-address',
  refusal: 403,
  shows: 'nothing',
  settings: {
    enforce,
    allow: { type: 'list', items: range, stricter: 'ranges', doc: 'The networks whose clients may pass.' },
    deny: {
      type: 'list',
      items: range,
      stricter: 'ranges',
      doc: 'The networks whose clients are refused, even if they are in `allow`.',
    },
    ip_policies: {
      type: 'list',
      certainty: 'schema',
      stricter: 'ranges',
      doc: 'Ids of IP policies that are checked as well.',
      items: { type: 'string', form: 'ip-policy-id', code: 2216, doc: 'The id of an IP policy.' },
    },
  },
  rules: [
    {
      rule: 'any-of',
      settings: ['allow', 'deny', 'ip_policies'],
      certainty: 'assumed',
      why: 'There is no network to check the client against.',
    },
    {
      rule: 'needs',
      when: { setting: 'deny' },
      anyOf: ['allow', 'ip_policies'],
      certainty: 'assumed',
      why: 'A client must be in an allowed network, so no client may pass.',
    },
  ],
  results: {
    name: 'restrict_ips',
    members: {
      action: stringVar('`allow` or `deny`.'),
      matched_cidr: stringVar('The network that decided.'),
      error: errorVar,
    },
  },
  otherNames: ['ip-restriction', 'ip-restrictions', 'ip_restriction', 'restrict-ip'],
  otherKeys: {
    allowed: 'allow',
    denied: 'deny',
    allowlist: 'allow',
    blocklist: 'deny',
    ip_policy_ids: 'ip_policies',
    cidrs: 'allow',
  },
  refusals: [2203, 2216, 2217, 2218],
};
