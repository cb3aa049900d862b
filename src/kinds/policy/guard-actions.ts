import { webhookProviders } from '../webhook-providers.ts';
import { certificateMembers } from './variables.ts';
import type { TextSetting } from './setting.ts';
import { enforce, ruleSetSettings } from './shared-settings.ts';
import type { TrafficAction } from './traffic-action.ts';
import { boolVar, errorVar, intVar, listVar, objectVar, stringVar, type VariableMap } from './variable.ts';

/** The results of both filters of the core rule set. */
export const ruleSetResults: VariableMap = {
  decision: stringVar('`allow` or `deny`.', { values: ['allow', 'deny'] }),
  anomaly_score: intVar('The sum of the scores of the rules that matched.'),
  anomaly_score_threshold: intVar('The score at which it refuses.'),
  matched_rules: listVar(
    {
      members: {
        id: intVar('The id of the rule.'),
        message: stringVar('The finding of the rule.'),
        severity: stringVar('How severe that is.'),
        data: stringVar('The text that matched.'),
      },
    },
    'The rules that matched.',
  ),
  error: errorVar,
};

const range: TextSetting = {
  type: 'string',
  form: 'cidr',
  expressions: 'template',
  code: 2217,
  doc: 'A network, such as `203.0.113.0/24`.',
};

const versions = ['1.2', '1.3'] as const;

/** Actions that decide by the request itself who passes. */
export const guardActions: readonly TrafficAction[] = [
  {
    type: 'owasp-crs-request',
    title: 'web application firewall for requests',
    doc: 'Refuses requests that look like attacks to the OWASP core rule set.',
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
  },
  {
    type: 'owasp-crs-response',
    title: 'web application firewall for responses',
    doc: 'Withholds responses that leak data, as the OWASP core rule set sees it.',
    phases: ['on_http_response'],
    role: 'limits',
    ends: 'on-refusal',
    effect: 'inspect',
    refusal: 403,
    shows: 'nothing',
    settings: ruleSetSettings,
    results: { name: 'owasp_crs_response', members: ruleSetResults },
    refusals: [2203, 2215, 2222],
  },
  {
    type: 'restrict-ips',
    title: 'IP restriction',
    doc: 'Lets only clients pass whose address is in an allowed network and in no denied one.',
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
        action: stringVar('`allow` or `deny`.', { values: ['allow', 'deny'] }),
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
  },
  {
    type: 'terminate-tls',
    title: 'TLS termination',
    doc: 'Ends TLS at the service with chosen versions and certificates, and may ask clients for a certificate.',
    phases: ['on_tcp_connect'],
    protocols: ['https', 'tls'],
    role: 'limits',
    ends: 'on-refusal',
    effect: 'check-certificate',
    guardsWith: 'mutual_tls_certificate_authorities',
    shows: 'without-secrets',
    settings: {
      min_version: {
        type: 'string',
        values: versions,
        default: '1.2',
        stricter: 'at-least',
        doc: 'The oldest version of TLS that a client may use. In quotes, because `1.2` is a number in YAML.',
      },
      max_version: {
        type: 'string',
        values: versions,
        default: '1.3',
        doc: 'The newest version of TLS that a client may use.',
      },
      server_private_key: {
        type: 'string',
        form: 'private-key',
        expressions: 'template',
        secret: true,
        stricter: 'any',
        doc: 'The private key of the certificate (PEM), as a reference to a secret.',
      },
      server_certificate: {
        type: 'string',
        form: 'certificate',
        expressions: 'template',
        stricter: 'any',
        doc: 'The certificate that clients see (PEM).',
      },
      mutual_tls_certificate_authorities: {
        type: 'list',
        stricter: 'allow-list',
        doc: 'The authorities that must have issued the certificates of clients.',
        items: {
          type: 'string',
          form: 'ca',
          expressions: 'template',
          doc: 'The id of a certificate authority, or its certificate (PEM).',
        },
      },
      mutual_tls_verification_strategy: {
        type: 'string',
        values: ['require-and-verify', 'require-any', 'request'],
        default: 'require-and-verify',
        stricter: 'default-strictest',
        doc: 'Whether a client must have a certificate and whether it is verified. `require-and-verify` by default; the others let unknown clients pass.',
      },
    },
    rules: [
      {
        rule: 'needs',
        when: { setting: 'server_private_key' },
        anyOf: ['server_certificate'],
        code: 2240,
        why: 'A key is used with its certificate only.',
      },
      {
        rule: 'needs',
        when: { setting: 'server_certificate' },
        anyOf: ['server_private_key'],
        code: 2240,
        why: 'A certificate is used with its key only.',
      },
      { rule: 'at-most', low: 'min_version', high: 'max_version' },
      {
        rule: 'needs',
        when: { setting: 'mutual_tls_verification_strategy' },
        anyOf: ['mutual_tls_certificate_authorities'],
        certainty: 'assumed',
        why: 'There is no authority to verify certificates against.',
      },
    ],
    results: {
      name: 'terminate_tls',
      members: {
        cipher_suite: stringVar('The cipher suite in use.'),
        sni: stringVar('The host name that the client asked for.'),
        version: stringVar('The version of TLS in use.'),
        warnings: listVar('string', 'Unusual properties of the connection.'),
        error: errorVar,
        client: objectVar('The certificate of the client.', certificateMembers('client')),
        server: objectVar('The certificate of the server.', certificateMembers('server')),
      },
    },
    otherNames: ['mutual-tls', 'mutual_tls', 'tls-termination', 'tls_termination'],
    refusals: [2203, 2205, 2222, 2228, 2240],
  },
  {
    type: 'verify-webhook',
    title: 'webhook verification',
    doc: 'Lets only webhook requests pass that their provider has signed.',
    phases: ['on_http_request'],
    role: 'guards',
    ends: 'on-refusal',
    effect: 'check-signature',
    refusal: 403,
    shows: 'without-secrets',
    settings: {
      provider: {
        type: 'string',
        required: true,
        knownValues: webhookProviders,
        stricter: 'any-case',
        otherValues: {
          vmware_workspace: 'vmware',
          sonatype_nexus: 'sonatype',
          signalsciences: 'signal_sciences',
          launchdarkly: 'launch_darkly',
          hygraph: 'graphcms',
          amazon_sns: 'sns',
          teams: 'microsoft_teams',
          facebook: 'facebook_graph_api',
        },
        doc: 'Who sends the webhooks.',
      },
      secret: {
        type: 'string',
        required: true,
        expressions: 'template',
        secret: true,
        doc: 'The secret that the provider signs with, as a reference to a secret.',
      },
      enforce,
    },
    results: {
      name: 'verify_webhook',
      members: { verified: boolVar('Whether the signature is right.'), error: errorVar },
    },
    otherNames: ['webhook-verification', 'webhook-validation', 'verify-webhooks'],
    formerNames: ['webhook-verification'],
    refusals: [2203, 2222, 2223, 2224],
  },
];
