import { isTree } from '../../derive/forms/tree.ts';
import { activeModule } from '../../derive/module-state.ts';
import { allowLists } from '../../routing/protecting-modules.ts';
import { configuredProviders, oauthProviders } from '../domain/specs/oauth-providers.ts';
import { always, recommended, reportedRules, resourceRules, rising, strictOnly } from '../rule-group.ts';
import { isWritten, isGiven } from '../domain/specs/written.ts';
import { onRoute, onGithub, inside } from '../rule-examples.ts';
import { type ResourceRule, type Rule } from '../rule.ts';
import type { Path, Spec } from '../../model/value.ts';
import { quoted } from '../../text/quoted.ts';
import { repeated, textItems } from '../domain/specs/text-items.ts';
import { deletion, replacement } from '../fix-request.ts';
import { blankItem, listedTwice } from '../list-findings.ts';

/** The name of an organization or user in GitHub URLs. */
const organizationSlug = /^[A-Za-z0-9](?:[A-Za-z0-9]|-(?=[A-Za-z0-9]))*$/;

/** Format `<org>/<team>`. */
const teamSlug = /^[A-Za-z0-9](?:[A-Za-z0-9]|-(?=[A-Za-z0-9]))*\/[A-Za-z0-9][A-Za-z0-9._-]*$/;

/** The probable slug for a URL, an `@org/team` or a name with spaces. */
function meantSlug(text: string): string {
  return text
    .trim()
    .replace(/^(?:https?:\/\/)?(?:www\.)?github\.com\//i, '')
    .replace(/^orgs\//, '')
    .replace(/\/teams\//, '/')
    .replace(/^@/, '')
    .replace(/\/$/, '')
    .replaceAll(/\s+/g, '-');
}

/** The example of an app of one's own. */
const app = ['client_id: shop', 'client_secret: $(secret:CLIENT_SECRET)'];

export const oauthRules: readonly Rule[] = [
  ...resourceRules(
    { group: 'oauth', source: 'oauth', kinds: ['https-route'], fields: ['oauth'] },
    {
      'oauth-client-id-required': {
        severity: rising,
        summary: 'An OAuth app has a client secret and no client id.',
        why: 'Without `client_id` the service-managed app is used, so the secret is ignored or rejected.',
        bad: onGithub('client_secret: $(secret:CLIENT_SECRET)', 'email_domains: [example.com]'),
        good: onGithub(...app, 'email_domains: [example.com]'),
        check(subject, report, context) {
          for (const { name, path, config } of configuredProviders(subject.spec)) {
            const idPath = [...path, 'client_id'];
            if (!isGiven(config['client_secret']) || isGiven(config['client_id'])) continue;
            if (config['client_id'] === undefined && isWritten(subject, idPath, context)) continue;
            // With scopes the API states that it refuses it: `oauth-scopes-need-app` reports that.
            const { scopes } = config;
            if (Array.isArray(scopes) && scopes.length > 0) continue;
            report({
              at: { path: [...path, 'client_secret'], on: 'key' },
              message: `\`${name}\` has a \`client_secret\`, but no \`client_id\``,
            });
          }
        },
      },
      'oauth-client-secret-required': {
        severity: always('error'),
        isMust: true,
        summary: 'An OAuth app has a client id and no client secret.',
        why: 'The API rejects a `client_id` without its `client_secret`.',
        bad: onGithub('client_id: shop', 'email_domains: [example.com]'),
        good: onGithub(...app, 'email_domains: [example.com]'),
        check(subject, report, context) {
          for (const { name, path, config } of configuredProviders(subject.spec)) {
            const secretPath = [...path, 'client_secret'];
            if (!isGiven(config['client_id']) || isGiven(config['client_secret'])) continue;
            if (config['client_secret'] === undefined && isWritten(subject, secretPath, context)) continue;
            report({
              at:
                config['client_secret'] === undefined
                  ? { path: [...path, 'client_id'], on: 'key' }
                  : { path: secretPath },
              message: `\`${name}\` has a \`client_id\`, but no \`client_secret\``,
              help: 'write `client_secret: $(secret:NAME)`, and NAME under `secrets` in edgewright.yaml',
            });
          }
        },
      },
      'oauth-email-case': {
        severity: recommended('warn'),
        summary: 'An allowed e-mail address or domain is not in lower case.',
        why: 'Providers report addresses in lower case, and whether the comparison is case-sensitive is not documented, so the user may be locked out.',
        fix: 'safe',
        bad: onGithub('email_domains: [Example.com]'),
        good: onGithub('email_domains: [example.com]'),
        check({ spec }, report) {
          for (const list of ['email_addresses', 'email_domains']) {
            const isSound = list === 'email_domains' ? isEmailDomain : isEmailAddress;
            for (const { text, path } of itemsOf(spec, list)) {
              const meant = text.toLowerCase();
              if (text === meant || !isSound(text)) continue;
              report({
                at: { path },
                message: `${quoted(text)} is not in lower case`,
                fix: replacement('safe', path, meant),
              });
            }
          }
        },
      },
      'oauth-email-domain-format': {
        severity: rising,
        summary: 'An allowed email domain is malformed.',
        why: "Domains are compared with the part after the `@` of the user's address, so this entry matches no user.",
        fix: 'unsafe',
        bad: onGithub('email_domains: ["@example.com"]'),
        good: onGithub('email_domains: [example.com]'),
        check({ spec }, report) {
          for (const { text, path } of itemsOf(spec, 'email_domains')) {
            if (text.trim() === '' || isEmailDomain(text)) continue;
            const meant = text
              .trim()
              .replace(/^(?:https?:\/\/)?(?:[^@/]*@)?(?:\*\.)?/, '')
              .replace(/\/$/, '');
            report({
              at: { path },
              message: `${quoted(text)} is not a valid email domain`,
              fix: isEmailDomain(meant) ? replacement('unsafe', path, meant) : undefined,
            });
          }
        },
      },
      'oauth-email-format': {
        severity: rising,
        summary: 'An allowed email address is malformed.',
        why: 'Addresses are compared with the address of the user who logged in, so this entry matches no user.',
        fix: 'unsafe',
        bad: onGithub('email_addresses: ["Ada <ada@example.com>"]'),
        good: onGithub('email_addresses: [ada@example.com]'),
        check({ spec }, report) {
          for (const { text, path } of itemsOf(spec, 'email_addresses')) {
            if (text.trim() === '' || isEmailAddress(text)) continue;
            const meant = (/<([^<>]+)>/.exec(text)?.[1] ?? text).trim().replace(/^mailto:/, '');
            report({
              at: { path },
              message: `${quoted(text)} is not a valid email address`,
              fix: isEmailAddress(meant) ? replacement('unsafe', path, meant) : undefined,
            });
          }
        },
      },
      'oauth-list-blank': {
        severity: recommended('warn'),
        summary: 'An entry of an OAuth list is blank.',
        why: 'Whether a blank entry matches no user or every user is not documented.',
        fix: 'safe',
        bad: onGithub('email_domains: [example.com, ""]'),
        good: onGithub('email_domains: [example.com]'),
        check({ spec }, report) {
          // Blank teams and organizations are reported by the rules of their format, which the API documents.
          for (const list of ['email_addresses', 'email_domains', 'scopes']) {
            for (const { text, path } of itemsOf(spec, list))
              if (text.trim() === '') report(blankItem(path, 'safe'));
          }
        },
      },
      'oauth-list-duplicates': {
        severity: recommended('warn'),
        summary: 'An OAuth list has a repeated entry.',
        why: 'The repeated entry changes nothing; often a different user, team or scope was meant.',
        fix: 'safe',
        bad: onGithub('email_domains: [example.com, example.com]'),
        good: onGithub('email_domains: [example.com]'),
        check({ spec }, report) {
          for (const { path, config } of configuredProviders(spec)) {
            for (const list of [...allowLists, 'scopes']) {
              const items = textItems(config[list]).filter(({ text }) => text.trim() !== '');
              for (const { item, first } of repeated(items, ({ text }) => text.toLowerCase()))
                report({
                  ...listedTwice([...path, list, item.index], item.text),
                  related: [{ path: [...path, list, first.index], label: 'first here' }],
                });
            }
          }
        },
      },
      'oauth-managed-app': {
        severity: strictOnly('info'),
        summary: "The service's own OAuth app is used.",
        why: 'The service-managed app has additional restrictions, and users see the name of the service when they log in.',
        bad: onGithub('email_domains: [example.com]'),
        good: onGithub(...app, 'email_domains: [example.com]'),
        check(subject, report, context) {
          for (const { name, path, config } of configuredProviders(subject.spec)) {
            const idPath = [...path, 'client_id'];
            if (isGiven(config['client_id']) || isGiven(config['client_secret'])) continue;
            if (isWritten(subject, idPath, context)) continue;
            report({
              at: { path, on: 'key' },
              message: `\`${name}\` uses the service-managed OAuth app`,
            });
          }
        },
      },
      'oauth-multiple-providers': {
        severity: recommended('warn'),
        summary: 'OAuth names more than one provider.',
        why: 'Which provider a user is sent to is not documented.',
        bad: onRoute(
          inside(
            'oauth.provider',
            'google: { email_domains: [example.com] }',
            'gitlab: { email_domains: [example.com] }',
          ),
        ),
        good: onRoute(inside('oauth.provider', 'google: { email_domains: [example.com] }')),
        check({ spec }, report) {
          const [first, ...others] = configuredProviders(spec);
          for (const { name, path } of others) {
            report({
              at: { path, on: 'key' },
              message: `\`${first?.name ?? ''}\` and \`${name}\` are both configured, but a route uses one provider`,
              related: [{ path: first?.path ?? [], on: 'key', label: 'the first provider' }],
            });
          }
        },
      },
      'oauth-no-allow-list': {
        severity: recommended('warn'),
        summary: 'OAuth lets every account of the provider in.',
        why: 'Without `email_addresses`, `email_domains`, `teams` or `organizations`, every account of the provider can log in.',
        bad: onRoute(inside('oauth.provider.google', 'email_domains: []')),
        good: onRoute(inside('oauth.provider.google', 'email_domains: [example.com]')),
        check(subject, report, context) {
          for (const { name, path, config } of configuredProviders(subject.spec)) {
            const isRestricted = allowLists.some(
              (list) =>
                textItems(config[list]).length > 0 ||
                // A list that cannot be read, which has a finding of its own.
                typeof config[list] === 'string' ||
                isWritten(
                  subject,
                  config[list] === undefined ? [...path, list] : [...path, list, 0],
                  context,
                ),
            );
            if (isRestricted) continue;
            report({
              at: { path, on: 'key' },
              message: `every \`${name}\` account can log in: no allow list`,
              help:
                name === 'github'
                  ? 'add `organizations` or `teams`'
                  : 'add `email_domains` or `email_addresses`',
            });
          }
        },
      },
      'oauth-organization-slug': {
        severity: always('error'),
        isMust: true,
        summary: 'A GitHub organization is not written as a slug.',
        why: 'Organizations are matched by slug, as in their URL, so this entry matches no organization.',
        fix: 'unsafe',
        bad: onGithub('organizations: ["@acme"]'),
        good: onGithub('organizations: [acme]'),
        check: slugs('organizations', organizationSlug, 'is not a valid organization slug'),
      },
      'oauth-provider-missing': {
        severity: rising,
        summary: 'OAuth has no provider.',
        why: 'Without a provider no user can log in.',
        bad: onRoute(inside('oauth', 'maximum_duration: 3600')),
        good: onRoute(
          inside('oauth', 'maximum_duration: 3600', 'provider: { google: { email_domains: [example.com] } }'),
        ),
        check(subject, report, context) {
          const module = activeModule(subject.spec, 'oauth');
          if (module === undefined) return;
          const { provider } = module;
          if (
            isTree(provider)
              ? Object.keys(provider).length > 0
              : isWritten(subject, ['oauth', 'provider'], context)
          )
            return;
          report({
            at: { path: provider === undefined ? ['oauth'] : ['oauth', 'provider'], on: 'key' },
            message: '`oauth` has no provider',
            help: `write one of \`${oauthProviders.join('`, `')}\` under \`provider\``,
          });
        },
      },
      'oauth-public-email-domain': {
        severity: recommended('warn'),
        summary: 'A public email domain is allowed.',
        why: 'Anyone can get an address at such a domain, so the restriction keeps no one out.',
        bad: onRoute(inside('oauth.provider.google', 'email_domains: [gmail.com]')),
        good: onRoute(inside('oauth.provider.google', 'email_addresses: [ada@gmail.com]')),
        check({ spec }, report) {
          for (const { text, path } of itemsOf(spec, 'email_domains')) {
            if (!publicDomains.has(text.toLowerCase())) continue;
            report({
              at: { path },
              message: `${quoted(text)} is a public email domain: anyone can get an address`,
              help: 'list the users in `email_addresses`',
            });
          }
        },
      },
      'oauth-redundant-email': {
        severity: recommended('info'),
        summary: 'An address is allowed whose domain is allowed as a whole.',
        why: 'A user is let in by address or by domain; with the whole domain allowed, the address changes nothing.',
        fix: 'unsafe',
        bad: onGithub('email_domains: [example.com]', 'email_addresses: [ada@example.com]'),
        good: onGithub('email_domains: [example.com]'),
        check: redundant(
          { list: 'email_addresses', item: 'address', wholes: 'email_domains', whole: 'domain' },
          (text) => /@([^@]*)$/.exec(text)?.[1],
        ),
      },
      'oauth-redundant-team': {
        severity: recommended('warn'),
        summary: 'A team is allowed whose organization is allowed as a whole.',
        why: 'Membership in any listed team or organization grants access; with the whole organization allowed, the team restricts nothing.',
        fix: 'unsafe',
        bad: onGithub('organizations: [acme]', 'teams: [acme/platform]'),
        good: onGithub('teams: [acme/platform]'),
        check: redundant(
          { list: 'teams', item: 'team', wholes: 'organizations', whole: 'organization' },
          (text) => text.split('/')[0],
        ),
      },
      'oauth-scopes-need-app': {
        severity: always('error'),
        isMust: true,
        summary: 'OAuth scopes are set without a custom app.',
        why: 'The API accepts `scopes` only together with `client_id` and `client_secret`, not with the service-managed app.',
        fix: 'unsafe',
        bad: onGithub('scopes: [read:org]', 'email_domains: [example.com]'),
        good: onGithub(...app, 'scopes: [read:org]', 'email_domains: [example.com]'),
        check(subject, report, context) {
          for (const { name, path, config } of configuredProviders(subject.spec)) {
            const scopes = config['scopes'];
            const lacks = ['client_id', 'client_secret'].filter((key) => !isGiven(config[key]));
            // A client id without a secret is a mistake of its own; its fix makes the scopes valid too.
            if (!Array.isArray(scopes) || !lacks.includes('client_id')) continue;
            if (scopes.length === 0 && lacks.length < 2) continue;
            const isUnclear = (key: string): boolean =>
              config[key] === undefined && isWritten(subject, [...path, key], context);
            if (lacks.some(isUnclear)) continue;
            report({
              at: { path: [...path, 'scopes'], on: 'key' },
              message: `\`scopes\` of \`${name}\` require \`${lacks.join('` and `')}\``,
              severity: scopes.length === 0 ? 'warn' : undefined,
              help: lacks.length < 2 ? 'add the id of the app that the secret belongs to' : undefined,
              fix: lacks.length < 2 ? undefined : deletion('unsafe', [...path, 'scopes'], '`scopes`'),
            });
          }
        },
      },
      'oauth-team-format': {
        severity: always('error'),
        isMust: true,
        summary: 'A GitHub team is not written as `<org>/<team>`.',
        why: 'Teams are matched by slug with their organization, `<org>/<team>`, so this entry matches no team.',
        fix: 'unsafe',
        bad: onGithub('teams: ["@acme/platform"]'),
        good: onGithub('teams: [acme/platform]'),
        check: slugs('teams', teamSlug, 'is not a team in the form `<org>/<team>`'),
      },
    },
  ),
  ...reportedRules(
    { group: 'oauth', source: 'oauth', by: 'shape' },
    {
      'oauth-github-only': {
        severity: always('error'),
        isMust: true,
        summary: 'Teams or organizations are given under a provider other than GitHub.',
        why: 'Only `github` has `teams` and `organizations`; under another provider the API rejects them.',
        bad: onRoute(
          inside('oauth.provider.gitlab', 'email_domains: [example.com]', 'teams: [acme/platform]'),
        ),
        good: onGithub('teams: [acme/platform]'),
      },
      'oauth-provider-unknown': {
        severity: always('error'),
        isMust: true,
        summary: 'An OAuth provider is not one of the eight.',
        why: 'The API accepts eight providers and rejects any other.',
        fix: 'unsafe',
        bad: onRoute(inside('oauth.provider.gogle', 'email_domains: [example.com]')),
        good: onRoute(inside('oauth.provider.google', 'email_domains: [example.com]')),
      },
    },
  ),
];

interface ProviderItem {
  readonly provider: string;
  readonly text: string;
  readonly path: Path;
}

/** The items of a list of each provider. */
function itemsOf(spec: Spec, list: string): readonly ProviderItem[] {
  return configuredProviders(spec).flatMap(({ name, path, config }) =>
    textItems(config[list]).map(({ text, index }) => ({
      provider: name,
      text,
      path: [...path, list, index],
    })),
  );
}

/** Checks the form of names that only GitHub has. */
function slugs(list: string, form: RegExp, mistake: string): ResourceRule['check'] {
  return ({ spec }, report) => {
    for (const { provider, text, path } of itemsOf(spec, list)) {
      if (provider !== 'github' || form.test(text)) continue;
      if (text.trim() === '') {
        report(blankItem(path, 'unsafe'));
        continue;
      }
      const meant = meantSlug(text);
      report({
        at: { path },
        message: `${quoted(text)} ${mistake}`,
        fix: form.test(meant) ? replacement('unsafe', path, meant) : undefined,
      });
    }
  };
}

/** Reports items that add nothing to a whole that is allowed too. */
function redundant(
  { list, item, wholes, whole }: Readonly<Record<'list' | 'item' | 'wholes' | 'whole', string>>,
  wholeOf: (text: string) => string | undefined,
): ResourceRule['check'] {
  return ({ spec }, report) => {
    for (const { path, config } of configuredProviders(spec)) {
      // Of equal ones the first.
      const items = textItems(config[wholes]).toReversed();
      const allowed = new Map(items.map((allowedItem) => [allowedItem.text.toLowerCase(), allowedItem]));
      for (const { text, index } of textItems(config[list])) {
        const key = wholeOf(text)?.toLowerCase();
        const found = key === undefined ? undefined : allowed.get(key);
        if (found === undefined) continue;
        const at = [...path, list, index];
        report({
          at: { path: at },
          message: `${quoted(text)} is redundant: all of ${quoted(found.text)} is allowed`,
          related: [{ path: [...path, wholes, found.index], label: `the whole ${whole}` }],
          fix: deletion('unsafe', at, `the ${item}`),
        });
      }
    }
  };
}

const label = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const domainForm = new RegExp(`^${label}(?:\\.${label})+$`);

/** Whether a string is a valid mail domain. Internationalized domains must be in their ASCII form. */
function isEmailDomain(text: string): boolean {
  return domainForm.test(text);
}

/** Whether a string is one e-mail address, without a display name. */
function isEmailAddress(text: string): boolean {
  const at = text.lastIndexOf('@');
  return at > 0 && /^[^\s@<>,;:"()[\]\\]+$/.test(text.slice(0, at)) && isEmailDomain(text.slice(at + 1));
}

/** Domains at which anyone can get an address. */
const publicDomains: ReadonlySet<string> = new Set(
  (
    'aol.com fastmail.com gmail.com gmx.com gmx.de gmx.net googlemail.com hotmail.com icloud.com live.com mail.com ' +
    'mail.ru me.com msn.com outlook.com proton.me protonmail.com qq.com web.de yahoo.com yandex.ru zoho.com 163.com'
  ).split(' '),
);
