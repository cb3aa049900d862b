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
