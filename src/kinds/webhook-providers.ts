/** Webhook providers that similar services were observed to accept. The API does not list them. */
export const webhookProviders: readonly string[] = (
  'aftership airship alchemy sns autodesk bitbucket bolt box brex buildkite calendly castle chargify circleci ' +
  'clearbit clerk coinbase contentful docusign dropbox facebook_graph_api facebook_messenger frameio github ' +
  'gitlab go1 heroku hostedhooks hubspot graphcms instagram intercom jira launch_darkly linear mailchimp mailgun ' +
  'microsoft_teams modern_treasury mongodb mux orb orbit pagerduty pinwheel plivo pusher sendgrid sentry shopify ' +
  'signal_sciences slack sonatype square stripe svix terraform tiktok trendmicro_conformity twilio twitter ' +
  'typeform vmware webex whatsapp worldline xero zendesk zoom'
).split(' ');

/** The provider without a secret: the "one cloud notification service" of API 2.9. */
export const secretlessProviders: readonly string[] = ['sns'];

/**
 * The headers in which providers send the signature of a webhook, in lower case, as they document them themselves; of
 * several, one is enough. A provider that is not here signs in a way of its own, or it is not known.
 */
export const signatureHeaders: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    bitbucket: ['x-hub-signature'],
    calendly: ['calendly-webhook-signature'],
    circleci: ['circleci-signature'],
    coinbase: ['x-cc-webhook-signature'],
    docusign: ['x-docusign-signature-1'],
    dropbox: ['x-dropbox-signature'],
    facebook_graph_api: ['x-hub-signature-256', 'x-hub-signature'],
    facebook_messenger: ['x-hub-signature-256', 'x-hub-signature'],
    github: ['x-hub-signature-256', 'x-hub-signature'],
    gitlab: ['x-gitlab-token'],
    heroku: ['heroku-webhook-hmac-sha256'],
    hubspot: ['x-hubspot-signature-v3', 'x-hubspot-signature'],
    instagram: ['x-hub-signature-256', 'x-hub-signature'],
    intercom: ['x-hub-signature'],
    linear: ['linear-signature'],
    mux: ['mux-signature'],
    pagerduty: ['x-pagerduty-signature'],
    sentry: ['sentry-hook-signature'],
    shopify: ['x-shopify-hmac-sha256'],
    slack: ['x-slack-signature'],
    square: ['x-square-hmacsha256-signature', 'x-square-signature'],
    stripe: ['stripe-signature'],
    svix: ['svix-signature', 'webhook-signature'],
    terraform: ['x-tfe-notification-signature'],
    twilio: ['x-twilio-signature'],
    typeform: ['typeform-signature'],
    whatsapp: ['x-hub-signature-256', 'x-hub-signature'],
    xero: ['x-xero-signature'],
    zendesk: ['x-zendesk-webhook-signature'],
    zoom: ['x-zm-signature'],
  }),
);
