import { maskedValue } from '../../derive/forms/masked.ts';
import { splitMatch } from '../../derive/forms/normal-match.ts';
import type { Tree } from '../../derive/forms/tree.ts';
import { activeModule } from '../../derive/module-state.ts';
import type { Path } from '../../model/value.ts';
import { matchMistake } from '../../routing/selector.ts';
import { loginModules } from '../../routing/protecting-modules.ts';
import { sharing } from '../domain/specs/sharing-key.ts';
import { configuredProviders } from '../domain/specs/oauth-providers.ts';
import { crossRules, recommended, resourceRules, rising, strictOnly } from '../rule-group.ts';
import { isWritten } from '../domain/specs/written.ts';
import { inWords, sessionDurations } from '../domain/values/session-durations.ts';
import { changesOf } from '../domain/values/http-header.ts';
import { onRoute, onOidc, onGoogle, inside, inOneFile, googleLogin } from '../rule-examples.ts';
import { type Rule, type Subject, type TakeFinding } from '../rule.ts';
import { quoted } from '../../text/quoted.ts';
import { canonicalJson } from '../../text/json/canonical-json.ts';
import { textItems } from '../domain/specs/text-items.ts';
import { replacement } from '../fix-request.ts';
import { activeLogins } from '../domain/specs/active-logins.ts';

export const sessionRules: readonly Rule[] = [
  ...resourceRules(
    { group: 'session', source: 'sessions', kinds: ['https-route'] },
    {
      'auth-host-match': {
        severity: strictOnly('info'),
        fields: loginModules,
        summary: 'A login covers a whole host.',
        why: 'The route takes every request of the host, so health checks, webhooks and static files are redirected to the login too.',
        bad: onRoute(googleLogin, { match: 'shop.example.com' }),
        good: onRoute(googleLogin, { match: 'shop.example.com/admin' }),
        check({ spec }, report) {
          const { match } = spec;
          if (
            typeof match !== 'string' ||
            matchMistake(match) !== undefined ||
            splitMatch(match).path.length > 1
          )
            return;
          for (const { name } of activeLogins(spec)) {
            report({
              at: { path: [name], on: 'key' },
              message: `\`${name}\` requires a login for all of ${quoted(match)}`,
              related: [{ path: ['match'], label: 'takes every request' }],
            });
          }
        },
      },
      'auth-module-conflict': {
        severity: rising,
        fields: loginModules,
        summary: 'Two login modules are on for one route.',
        why: 'Whether a user must pass one login or both, and in which order, is not documented.',
        bad: onRoute(`
        oauth: { provider: { google: { email_domains: [example.com] } } }
        oidc: { issuer: "https://login.example.com", client_id: shop, client_secret: $(secret:CLIENT_SECRET), scopes: [openid] }
      `),
        good: onRoute(googleLogin),
        check({ spec }, report) {
          const [first, ...others] = activeLogins(spec);
          for (const { name } of others) {
            report({
              at: { path: [name], on: 'key' },
              message: `\`${first?.name ?? ''}\` and \`${name}\` are both enabled, but a route has one login`,
              help: 'write `enabled: false` in one of them',
              related: [{ path: [first?.name ?? ''], on: 'key', label: 'the other one' }],
            });
          }
        },
      },
      'scope-separator': {
        severity: recommended('warn'),
        source: 'oauth',
        fields: ['oauth', 'oidc'],
        standard: 'RFC 6749 3.3',
        summary: 'One scope entry has several scopes in it.',
        why: 'A scope cannot contain spaces, so the provider rejects the login or grants none of the scopes.',
        fix: 'unsafe',
        bad: onOidc('scopes: [openid, email profile]'),
        good: onOidc('scopes: [openid, email, profile]'),
        check({ spec }, report) {
          const oidc = activeModule(spec, 'oidc');
          if (oidc !== undefined) severalIn(oidc, ['oidc', 'scopes'], report);
          for (const { config, path } of configuredProviders(spec))
            severalIn(config, [...path, 'scopes'], report);
        },
      },
      'session-auth-check-exceeds-maximum': {
        severity: recommended('warn'),
        fields: ['oauth'],
        summary: 'Authorization is rechecked less often than sessions end.',
        why: 'The session ends before the first check, so `auth_check_interval` has no effect.',
        bad: onGoogle('auth_check_interval: 7200', 'maximum_duration: 3600'),
        good: onGoogle('auth_check_interval: 300', 'maximum_duration: 3600'),
        check({ spec }, report) {
          const module = activeModule(spec, 'oauth') ?? {};
          reportUnreached(
            ['oauth', 'auth_check_interval'],
            module,
            (duration, most) => duration < most,
            report,
          );
        },
      },
      'session-auth-check-missing': {
        severity: strictOnly('info'),
        fields: ['oauth'],
        summary: 'OAuth has no interval for rechecking authorization.',
        why: 'Without `auth_check_interval` a revoked user can keep access for the whole session.',
        bad: onGoogle('maximum_duration: 3600'),
        good: onGoogle('maximum_duration: 3600', 'auth_check_interval: 300'),
        check(subject, report, context) {
          const module = activeModule(subject.spec, 'oauth');
          if (module === undefined || module['auth_check_interval'] !== undefined) return;
          if (isWritten(subject, ['oauth', 'auth_check_interval'], context)) return;
          report({
            at: { path: ['oauth'], on: 'key' },
            message: '`oauth` has no `auth_check_interval`: a revoked user may keep access',
          });
        },
      },
      'session-cookie-prefix-chars': {
        severity: recommended('warn'),
        fields: loginModules,
        standard: 'RFC 6265 4.1.1',
        summary: 'A cookie prefix has characters other than letters, digits and dots.',
        why: 'The prefix is part of a cookie name, and browsers and proxies change or reject such characters.',
        bad: onOidc('scopes: [openid]', 'cookie_prefix: "shop login;"'),
        good: onOidc('scopes: [openid]', 'cookie_prefix: shop.'),
        check({ spec }, report) {
          for (const { name, module } of activeLogins(spec)) {
            const prefix = module['cookie_prefix'];
            const found = typeof prefix === 'string' ? /[^A-Za-z0-9.]/.exec(prefix) : null;
            if (typeof prefix !== 'string' || found === null) continue;
            report({
              at: { path: [name, 'cookie_prefix'] },
              message: `${quoted(prefix)} is not a safe cookie prefix: it contains ${found[0] === ' ' ? 'a space' : quoted(found[0])}`,
              help: 'use letters, digits and dots, such as `shop.`',
            });
          }
        },
      },
      'session-duration-excessive': {
        severity: recommended('warn'),
        fields: loginModules,
        summary: 'A duration of a login session is longer than a year.',
        why: 'A revoked user could keep access for years; usually the number is in milliseconds, and the API takes seconds.',
        options: { max_seconds: 31536000 },
        bad: onOidc('scopes: [openid]', 'maximum_duration: 86400000'),
        good: onOidc('scopes: [openid]', 'maximum_duration: 86400'),
        check({ spec }, report, { options }) {
          const limit = Number(options['max_seconds']);
          for (const { name, module } of activeLogins(spec)) {
            for (const field of sessionDurations) {
              const seconds = module[field];
              if (typeof seconds !== 'number' || seconds <= limit || seconds > 4_294_967_295) continue;
              report({
                at: { path: [name, field] },
                message: `\`${field}\` is ${seconds} seconds (${inWords(seconds)}), limit ${limit} (${inWords(limit)})`,
                help: helpFor(seconds, limit),
              });
            }
          }
        },
      },
      'session-inactivity-exceeds-maximum': {
        severity: recommended('warn'),
        fields: loginModules,
        summary: 'The inactivity timeout is longer than the whole session.',
        why: 'The session ends after `maximum_duration` in any case, so the longer `inactivity_timeout` has no effect.',
        bad: onOidc('scopes: [openid]', 'inactivity_timeout: 7200', 'maximum_duration: 3600'),
        good: onOidc('scopes: [openid]', 'inactivity_timeout: 1800', 'maximum_duration: 3600'),
        check({ spec }, report) {
          for (const { name, module } of activeLogins(spec))
            reportUnreached(
              [name, 'inactivity_timeout'],
              module,
              (duration, most) => duration <= most,
              report,
            );
        },
      },
      'session-options-passthrough': {
        severity: strictOnly('info'),
        fields: loginModules,
        summary: 'OPTIONS requests and CORS headers do not fit together.',
        why: 'With CORS headers but without `options_passthrough` preflight requests fail; without CORS headers it only exempts OPTIONS requests from the login.',
        bad: onGoogle('options_passthrough: true'),
        good: onGoogle('options_passthrough: false'),
        check({ spec }, report) {
          const changes = changesOf(spec, 'response_headers');
          const cors = changes?.added.find(({ name }) =>
            name.toLowerCase().startsWith('access-control-allow-'),
          );
          for (const { name, module } of activeLogins(spec)) {
            const passes = module['options_passthrough'] === true;
            if (passes === (cors !== undefined)) continue;
            const path = [name, 'options_passthrough'];
            if (passes)
              report({
                at: { path },
                message: 'OPTIONS requests pass without a login, but no CORS header is added',
              });
            else {
              report({
                at: { path: module['options_passthrough'] === undefined ? [name] : path, on: 'key' },
                message: `CORS headers are added, but \`${name}\` requires a login for preflight requests`,
                related:
                  cors === undefined ? [] : [{ path: cors.path, on: 'key', label: 'CORS is meant here' }],
              });
            }
          }
        },
      },
      'session-zero-duration': {
        severity: recommended('warn'),
        fields: loginModules,
        summary: 'A duration of a login session is zero.',
        why: 'Whether 0 means no limit, immediate expiry or the default is not documented.',
        bad: onOidc('scopes: [openid]', 'maximum_duration: 0'),
        good: onOidc('scopes: [openid]', 'maximum_duration: 3600'),
        check({ spec }, report) {
          for (const { name, module } of activeLogins(spec)) {
            for (const field of sessionDurations) {
              if (module[field] !== 0) continue;
              report({
                at: { path: [name, field] },
                message: `\`${field}\` is 0, which may mean no limit or immediate expiry`,
                help: "write the seconds that are meant, or leave it out for the service's default",
              });
            }
          }
        },
      },
    },
  ),
  ...crossRules(
    { group: 'session', source: 'sessions', kinds: ['https-route'] },
    {
      'auth-multiple-routes': {
        severity: strictOnly('info'),
        summary: 'Several routes of an edge have a login.',
        why: 'Whether routes share a session is not documented, so users may have to log in once for each route.',
        bad: inOneFile(
          onRoute(googleLogin, { name: 'a', match: '/a' }),
          onRoute(googleLogin, { name: 'b', match: '/b' }),
        ),
        good: inOneFile(
          onRoute(googleLogin, { name: 'a', match: '/a' }),
          onRoute('', { name: 'b', match: '/b' }),
        ),
        *check(resources) {
          for (const [first, ...others] of sharing(resources, edgeWithLogin)) {
            for (const other of others) {
              yield {
                of: other.address,
                at: { path: ['match'] },
                message: `\`${first.address}\` of the same edge has a login too: sessions may not be shared`,
                related: [{ of: first.address, path: ['match'], label: 'has a login' }],
              };
            }
          }
        },
      },
      'session-cookie-prefix-collision': {
        severity: recommended('warn'),
        summary: 'Two different logins of one edge use the same cookie prefix.',
        why: 'The session of one login overwrites the other, or is accepted for it.',
        bad: twoLogins('shop.', 'shop.'),
        good: twoLogins('shop.', 'docs.'),
        *check(resources) {
          const holders = new Map<string, { subject: Subject; name: string; login: string }>();
          for (const subject of resources) {
            for (const { name, module } of activeLogins(subject.spec)) {
              const { cookie_prefix: prefix } = module;
              if (typeof prefix !== 'string' || prefix === '') continue;
              const key = JSON.stringify([subject.spec['edge_id'] ?? null, prefix]);
              const login = canonicalJson([name, maskedValue(module)]);
              const holder = holders.get(key);
              if (holder === undefined) holders.set(key, { subject, name, login });
              else if (holder.login !== login) {
                yield {
                  of: subject.address,
                  at: { path: [name, 'cookie_prefix'] },
                  message: `${quoted(prefix)} is also the cookie prefix of \`${holder.subject.address}\`, with a different login`,
                  related: [
                    {
                      of: holder.subject.address,
                      path: [holder.name, 'cookie_prefix'],
                      label: 'the other login',
                    },
                  ],
                };
              }
            }
          }
        },
      },
    },
  ),
];

/** Reports a duration of a login that is not over before its session ends. */
function reportUnreached(
  [name, field]: readonly [string, string],
  module: Tree,
  isReached: (duration: number, most: number) => boolean,
  report: TakeFinding,
): void {
  const { [field]: duration, maximum_duration: most } = module;
  if (typeof duration !== 'number' || typeof most !== 'number' || most === 0 || isReached(duration, most))
    return;
  report({
    at: { path: [name, field] },
    message: `\`${field}\` of ${inWords(duration)} is never reached: the session ends after ${inWords(most)}`,
    related: [{ path: [name, 'maximum_duration'], on: 'entry', label: 'the session ends here' }],
  });
}

function edgeWithLogin({ spec }: Subject): string | undefined {
  const { edge_id: edge } = spec;
  return typeof edge === 'string' && activeLogins(spec).length > 0 ? edge : undefined;
}

function severalIn({ scopes }: Tree, path: Path, report: TakeFinding): void {
  const items = textItems(scopes);
  for (const { text, index } of items) {
    if (!/[\s,]/.test(text)) continue;
    const parts = partsOf(text);
    if (parts.length < 2) continue;
    const meant = [...new Set(items.flatMap((item) => partsOf(item.text)))];
    report({
      at: { path: [...path, index] },
      message: `${quoted(text)} is several scopes in one entry`,
      fix: replacement('unsafe', path, meant, 'write each scope as an item of its own'),
    });
  }
}

/** Splits at spaces and commas. */
function partsOf(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter((part) => part !== '');
}

/** Help that suggests seconds if the number was probably meant as milliseconds. */
function helpFor(seconds: number, limit: number): string {
  const meant = seconds / 1000;
  return Number.isInteger(meant) && meant <= limit
    ? `write \`${meant}\` for ${inWords(meant)}, or raise the option \`max_seconds\``
    : `write \`${limit}\` or less, or raise the option \`max_seconds\``;
}

function twoLogins(prefix: string, other: string): string {
  const login = (domain: string, cookies: string): string =>
    inside('oauth', `provider: { google: { email_domains: [${domain}] } }`, `cookie_prefix: ${cookies}`);
  return inOneFile(
    onRoute(login('example.com', prefix), { name: 'a', match: '/a' }),
    onRoute(login('example.org', other), { name: 'b', match: '/b' }),
  );
}
