import { enabled } from '../common-fields.ts';
import type { Module } from '../field.ts';
import { webhookProviders } from '../webhook-providers.ts';

export const ipRestriction: Module = {
  shape: 'IPPolicyModule',
  writeShape: 'IPPolicyMutate',
  title: 'IP restriction',
  doc: 'Which source addresses may pass.',
  section: '2.7',
  note: 'backends-and-ip-policies',
  role: 'protecting',
  fields: {
    enabled,
    ip_policy_ids: {
      type: 'list',
      as: 'set',
      form: 'opaque',
      refersTo: 'ip-policy',
      readAs: 'ip_policies',
      doc: 'The IP policies that decide whether a source address is allowed: ids, or names from `ids` such as `ip-policy/office`.',
    },
  },
};

export const userAgentFilter: Module = {
  shape: 'UserAgentFilterModule',
  writeShape: 'UserAgentFilterModule',
  title: 'user agent filter',
  doc: 'Which user agents may pass, by patterns on the User-Agent header.',
  section: '2.7',
  note: 'user-agent-filter',
  role: 'transforming',
  fields: {
    enabled: {
      type: 'boolean',
      seen: false,
      doc: 'Whether the filter is applied to traffic. This module has no stated default: write it out.',
    },
    allow: {
      type: 'list',
      as: 'set',
      form: 'user-agent-pattern',
      doc: 'Regular expressions (RE2) for the user agents that may pass.',
    },
    deny: {
      type: 'list',
      as: 'set',
      form: 'user-agent-pattern',
      doc: 'Regular expressions (RE2) for the user agents that may not pass.',
    },
  },
};

export const webhookVerification: Module = {
  shape: 'WebhookVerificationModule',
  writeShape: 'WebhookVerificationModule',
  title: 'webhook verification',
  doc: 'Lets only requests pass that a webhook provider has signed.',
  section: '2.9',
  note: 'webhook-verification',
  role: 'protecting',
  fields: {
    enabled,
    provider: {
      type: 'string',
      form: 'webhook-provider',
      knownValues: webhookProviders,
      doc: 'The provider that sends webhooks to this route, such as `github`. Upper and lower case mean the same.',
    },
    secret: {
      type: 'string',
      form: 'opaque',
      secret: true,
      impliedBy: 'provider',
      doc: "The secret that the provider's requests are validated with, as `$(secret:NAME)`. Every provider needs one but for one cloud notification service.",
    },
  },
};

export const mutualTls: Module = {
  shape: 'MutualTLSModule',
  writeShape: 'MutualTLS',
  title: 'mutual TLS',
  doc: 'Which certificate authorities a client certificate must come from.',
  section: '2.7',
  note: 'mutual-tls',
  role: 'protecting',
  fields: {
    enabled,
    certificate_authority_ids: {
      type: 'list',
      as: 'set',
      form: 'opaque',
      refersTo: 'certificate-authority',
      readAs: 'certificate_authorities',
      doc: 'The certificate authorities that a client certificate is validated against: ids, or names from `ids` such as `certificate-authority/corp`.',
    },
  },
};

export const tlsTermination: Module = {
  shape: 'TLSTerminationModule',
  writeShape: 'TLSTerminationModule',
  title: 'TLS termination',
  doc: 'Who ends the TLS connection: the service or the upstream.',
  section: '2.9',
  note: 'tls-termination',
  role: 'transforming',
  fields: {
    enabled,
    terminate_at: {
      type: 'string',
      form: 'opaque',
      values: ['edge', 'upstream'],
      seen: 'edge',
      doc: 'Who terminates TLS: `edge` (the service) or `upstream` (TLS is passed through). Most other modules need `edge`, because they must see the traffic.',
    },
    min_version: {
      type: 'string',
      form: 'opaque',
      knownValues: ['1.0', '1.1', '1.2', '1.3'],
      takesOnlyKnown: true,
      nullable: true,
      doc: 'The lowest TLS version that the handshake offers, in quotes, such as "1.2". The service picks a default when left out; it must be null or absent when `terminate_at` is `upstream`.',
    },
  },
};
