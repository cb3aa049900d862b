import { webhookProviders } from '../../webhook-providers.ts';
import { enforce } from '../shared-settings.ts';
import type { TrafficAction } from '../traffic-action.ts';
import { boolVar, errorVar } from '../variable.ts';

export const verifyWebhookAction: TrafficAction = {
  type: 'verify-webhook',
  title: 'webhook verification',
  doc: 'Lets only webhook requests pass that their provider has signed.',
  source: 'actions/verify-webhook',
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
};
