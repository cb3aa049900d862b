import { activeModule } from '../../derive/module-state.ts';
import { secretlessProviders, webhookProviders } from '../../kinds/webhook-providers.ts';
import { suggestions } from '../../text/suggest.ts';
import { activeLogins } from '../domain/specs/active-logins.ts';
import { always, recommended, resourceRules, rising } from '../rule-group.ts';
import { isWritten, isGiven } from '../domain/specs/written.ts';
import { onRoute, githubWebhook } from '../rule-examples.ts';
import { type RuleContext } from '../rule.ts';
import { quoted } from '../../text/quoted.ts';
import { textItems } from '../domain/specs/text-items.ts';
import { replacement, deletion } from '../fix-request.ts';

export const webhookRules = resourceRules(
  {
    group: 'webhook',
    source: 'webhook-verification',
    kinds: ['https-route'],
    fields: ['webhook_verification'],
  },
  {
    'webhook-provider-required': {
      severity: rising,
      summary: 'Webhook verification has no provider.',
      why: 'Without a provider the signature of a webhook cannot be verified.',
      bad: onRoute('webhook_verification: { secret: $(secret:WEBHOOK_SECRET) }'),
      good: onRoute(githubWebhook),
      check(subject, report, context) {
        const module = activeModule(subject.spec, 'webhook_verification');
        if (module === undefined) return;
        const { provider } = module;
        const path = ['webhook_verification', 'provider'];
        const isBlank = typeof provider === 'string' && provider.trim() === '';
        if (!isBlank && (provider !== undefined || isWritten(subject, path, context))) return;
        report({
          at: isBlank ? { path } : { path: ['webhook_verification'], on: 'key' },
          message: '`webhook_verification` has no `provider`',
          help: 'write the service that sends the webhooks, such as `provider: github`',
        });
      },
    },
    'webhook-provider-unknown': {
      severity: recommended('warn'),
      summary: 'The webhook provider is unknown.',
      why: 'The API rejects a provider that it does not support; the option `providers` adds names to the known ones.',
      fix: 'unsafe',
      options: { providers: [] },
      bad: onRoute('webhook_verification: { provider: gihub, secret: $(secret:WEBHOOK_SECRET) }'),
      good: onRoute(githubWebhook),
      check({ spec }, report, { options }) {
        const provider = activeModule(spec, 'webhook_verification')?.['provider'];
        if (typeof provider !== 'string' || provider.trim() === '') return;
        const more = Array.isArray(options['providers']) ? options['providers'].map(String) : [];
        const known = [...webhookProviders, ...more];
        if (known.includes(provider)) return;
        const path = ['webhook_verification', 'provider'];
        const inOtherCase = known.find(
          (knownProvider) => knownProvider.toLowerCase() === provider.toLowerCase(),
        );
        const meant = inOtherCase ?? suggestions(provider, known)[0];
        report({
          at: { path },
          message:
            inOtherCase === undefined
              ? `${quoted(provider)} is not a known webhook provider`
              : `the webhook provider ${quoted(inOtherCase)} is written ${quoted(provider)}`,
          help:
            inOtherCase === undefined
              ? 'if the API supports it, add it to the option `providers` of this rule'
              : undefined,
          fix: meant === undefined ? undefined : replacement('unsafe', path, meant, `write \`${meant}\``),
        });
      },
    },
    'webhook-secret-not-accepted': {
      severity: recommended('warn'),
      summary: 'A secret is set for a webhook provider that has none.',
      why: 'This provider signs with certificates, so the API rejects a secret or ignores it.',
      fix: 'unsafe',
      bad: onRoute('webhook_verification: { provider: sns, secret: $(secret:WEBHOOK_SECRET) }'),
      good: onRoute('webhook_verification: { provider: sns }'),
      check({ spec }, report, context) {
        const module = activeModule(spec, 'webhook_verification');
        const provider = module?.['provider'];
        if (typeof provider !== 'string' || !signsWithoutSecret(provider, context)) return;
        const path = ['webhook_verification', 'secret'];
        if (!isGiven(module?.['secret'])) return;
        report({
          at: { path, on: 'key' },
          message: `${quoted(provider)} signs without a shared secret`,
          related: [{ path: ['webhook_verification', 'provider'], label: 'has no secret' }],
          fix: deletion('unsafe', path, '`secret`'),
        });
      },
    },
    'webhook-secret-required': {
      severity: always('error'),
      isMust: true,
      summary: 'A webhook provider has no secret.',
      why: 'Requests of this provider are verified with the secret, and the API rejects the module without one.',
      options: { without_secret: secretlessProviders },
      bad: onRoute('webhook_verification: { provider: github }'),
      good: onRoute(githubWebhook),
      check(subject, report, context) {
        const module = activeModule(subject.spec, 'webhook_verification');
        if (module === undefined || isGiven(module['secret'])) return;
        const { provider = '' } = module;
        // A provider of another type has been reported, and may be one without a secret.
        if (typeof provider !== 'string') return;
        if (signsWithoutSecret(provider, context)) return;
        const isNamed = provider.trim() !== '';
        report({
          at:
            module['secret'] === undefined
              ? { path: ['webhook_verification'], on: 'key' }
              : { path: ['webhook_verification', 'secret'] },
          message: isNamed
            ? `${quoted(provider)} webhooks need a \`secret\``
            : '`webhook_verification` has no `secret`',
          help: 'write `secret: $(secret:NAME)`, and NAME under `secrets` in edgewright.yaml',
          related: isNamed
            ? [{ path: ['webhook_verification', 'provider'], label: 'signs with a shared secret' }]
            : undefined,
        });
      },
    },
    'webhook-with-login': {
      severity: recommended('warn'),
      summary: 'A route for webhooks requires a login.',
      why: 'A webhook sender cannot follow the redirect to a login page, so no webhook arrives.',
      bad: onRoute(`
        webhook_verification: { provider: github, secret: $(secret:WEBHOOK_SECRET) }
        oauth: { provider: { google: { email_domains: [example.com] } } }
      `),
      good: onRoute(githubWebhook),
      check({ spec }, report) {
        if (activeModule(spec, 'webhook_verification') === undefined) return;
        for (const { name } of activeLogins(spec)) {
          report({
            at: { path: [name], on: 'key' },
            message: `\`${name}\` requires a login, which a webhook sender cannot perform`,
            related: [{ path: ['webhook_verification'], on: 'key', label: 'the route takes webhooks' }],
          });
        }
      },
    },
    'webhook-with-user-agent-allow': {
      severity: recommended('info'),
      summary: 'A route for webhooks limits the user agents.',
      why: 'The filter may block the sender, and providers change their user agent without notice.',
      bad: onRoute(`
        webhook_verification: { provider: github, secret: $(secret:WEBHOOK_SECRET) }
        user_agent_filter: { enabled: true, allow: [Mozilla] }
      `),
      good: onRoute(githubWebhook),
      check({ spec }, report) {
        const filter = activeModule(spec, 'user_agent_filter');
        if (activeModule(spec, 'webhook_verification') === undefined || filter === undefined) return;
        if (textItems(filter['allow']).length === 0) return;
        report({
          at: { path: ['user_agent_filter', 'allow'], on: 'key' },
          message: '`allow` may block the webhook sender',
          related: [{ path: ['webhook_verification'], on: 'key', label: 'the route takes webhooks' }],
        });
      },
    },
  },
);

/**
 * Whether a webhook provider has no secret, by the `without_secret` option of the rule `webhook-secret-required`: the
 * one list that lint, `pull` and the mock API use. Case does not matter.
 */
function signsWithoutSecret(provider: string, { optionsOf }: Pick<RuleContext, 'optionsOf'>): boolean {
  const exempt = optionsOf('webhook-secret-required')['without_secret'];
  return (
    Array.isArray(exempt) && exempt.some((name) => String(name).toLowerCase() === provider.toLowerCase())
  );
}
