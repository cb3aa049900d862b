import type { Module } from '../field.ts';
import { webhookProviders } from '../webhook-providers.ts';
import { enabled } from './enabled.ts';

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
      section: '2.9',
    },
    secret: {
      type: 'string',
      form: 'opaque',
      secret: true,
      impliedBy: 'provider',
      doc: "The secret that the provider's requests are validated with, as `$(secret:NAME)`. Every provider needs one but for one cloud notification service.",
      section: '2.9',
    },
  },
};
