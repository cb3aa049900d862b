import { activeModule } from '../../derive/module-state.ts';
import type { Spec } from '../../model/value.ts';
import { always, recommended, resourceRules, rising } from '../rule-group.ts';
import { isWritten, isGiven } from '../domain/specs/written.ts';
import { userIn, withoutUser } from '../domain/values/url-parts.ts';
import { onRoute, onOidc, inside } from '../rule-examples.ts';
import { quoted } from '../../text/quoted.ts';
import { repeated, textItems } from '../domain/specs/text-items.ts';
import { replacement } from '../fix-request.ts';
import { blankItem, listedTwice } from '../list-findings.ts';

const path = ['oidc', 'issuer'];

export const oidcRules = resourceRules(
  { group: 'oidc', source: 'oidc', kinds: ['https-route'], fields: ['oidc'] },
  {
    'oidc-client-required': {
      severity: rising,
      summary: 'OIDC lacks its issuer, client id or client secret.',
      why: 'Discovery needs the issuer, the token audience is the client id, and fetching a token needs the client secret: without one of them no user can log in.',
      bad: onRoute('oidc: { issuer: "https://login.example.com", client_id: shop, scopes: [openid] }'),
      good: onOidc('scopes: [openid]'),
      check(subject, report, context) {
        const module = activeModule(subject.spec, 'oidc');
        if (module === undefined) return;
        for (const name of ['issuer', 'client_id', 'client_secret']) {
          const path = ['oidc', name];
          if (isGiven(module[name]) || (module[name] === undefined && isWritten(subject, path, context)))
            continue;
          report({
            at: module[name] === undefined ? { path: ['oidc'], on: 'key' } : { path },
            message: `\`oidc\` has no \`${name}\``,
            help: name === 'client_secret' ? 'write `client_secret: $(secret:NAME)`' : undefined,
          });
        }
      },
    },
    'oidc-issuer-components': {
      severity: recommended('warn'),
      standard: 'OpenID Connect Core 2',
      summary: 'The OIDC issuer has a query, a fragment or a user.',
      why: 'The issuer is compared with the issuer in the token character by character, so with a query, a fragment or a user every login fails.',
      fix: 'unsafe',
      bad: withIssuer('https://login.example.com?tenant=shop'),
      good: onOidc('scopes: [openid]'),
      check({ spec }, report) {
        const issuer = issuerOf(spec);
        if (!/[?#@]/.test(issuer) || !URL.canParse(issuer)) return;
        // `URL` drops empty parts, but a bare `?` or `#` already makes a different issuer.
        const [beforeFragment = ''] = issuer.split('#', 1);
        const user = userIn(issuer);
        const parts = [
          beforeFragment.includes('?') && 'a query',
          issuer.includes('#') && 'a fragment',
          user !== undefined && 'a user',
        ];
        const found = parts.filter((part) => part !== false);
        if (found.length === 0) return;
        const meant = withoutUser(issuer.split(/[?#]/, 1)[0] ?? '');
        report({
          at: { path },
          message: `an issuer cannot have ${found.join(' or ')}`,
          sensitive: user?.includes(':') === true ? true : undefined,
          fix: replacement('unsafe', path, meant),
        });
      },
    },
    'oidc-issuer-discovery-suffix': {
      severity: recommended('warn'),
      summary: 'The OIDC issuer is the URL of the discovery document.',
      why: 'The service appends `/.well-known/openid-configuration` itself, so discovery would request the wrong URL.',
      fix: 'safe',
      bad: withIssuer('https://login.example.com/.well-known/openid-configuration'),
      good: onOidc('scopes: [openid]'),
      check({ spec }, report) {
        const issuer = issuerOf(spec);
        const base = issuer.replace(/\/\.well-known\/openid-configuration\/?$/, '');
        if (base === issuer) return;
        report({
          at: { path, within: { start: base.length, end: issuer.length } },
          message: `\`issuer\` must be the base URL, without \`${issuer.slice(base.length)}\``,
          fix: replacement('safe', path, base),
        });
      },
    },
    'oidc-issuer-https': {
      severity: rising,
      standard: 'OpenID Connect Discovery 3',
      summary: 'The OIDC issuer does not use TLS.',
      why: 'Over plain HTTP an attacker on the network can respond with their own signing keys and log in as any user.',
      fix: 'unsafe',
      bad: withIssuer('http://login.example.com'),
      good: onOidc('scopes: [openid]'),
      check({ spec }, report) {
        const issuer = issuerOf(spec);
        if (!/^http:\/\//i.test(issuer)) return;
        const meant = `https${issuer.slice(4)}`;
        report({
          at: { path, within: { start: 0, end: 4 } },
          message: `${quoted(withoutUser(issuer))} does not use TLS`,
          fix: replacement('unsafe', path, meant, `write ${quoted(withoutUser(meant))}`),
        });
      },
    },
    'oidc-issuer-url': {
      severity: always('error'),
      isMust: true,
      summary: 'The OIDC issuer is not a URL.',
      why: 'The issuer is the base URL for discovery; without a valid URL no user can log in.',
      bad: withIssuer('login.example.com'),
      good: onOidc('scopes: [openid]'),
      check({ spec }, report) {
        const issuer = issuerOf(spec);
        if (issuer === '' || isIssuerUrl(issuer)) return;
        report({
          at: { path },
          message: `${quoted(withoutUser(issuer))} is not an absolute URL`,
          help: 'write `https://` and the host, such as `https://login.example.com`',
        });
      },
    },
    'oidc-scope-duplicates': {
      severity: recommended('warn'),
      summary: 'An OIDC scope is repeated or blank.',
      why: 'Some providers reject a request that repeats a scope.',
      fix: 'safe',
      bad: onOidc('scopes: [openid, openid]'),
      good: onOidc('scopes: [openid]'),
      check({ spec }, report) {
        const items = textItems(activeModule(spec, 'oidc')?.['scopes']);
        for (const { text, index } of items) {
          if (text.trim() === '') report(blankItem(['oidc', 'scopes', index], 'safe'));
        }
        const named = items.filter(({ text }) => text.trim() !== '');
        for (const { item } of repeated(named, ({ text }) => text))
          report(listedTwice(['oidc', 'scopes', item.index], item.text));
      },
    },
    'oidc-scope-openid': {
      severity: recommended('warn'),
      standard: 'OpenID Connect Core 3.1.2.1',
      summary: 'The OIDC scopes lack `openid`.',
      why: 'Without the scope `openid` the provider returns no ID token, so the login fails.',
      fix: 'unsafe',
      bad: onOidc('scopes: [profile]'),
      good: onOidc('scopes: [openid, profile]'),
      check({ spec }, report) {
        const scopes = activeModule(spec, 'oidc')?.['scopes'];
        const items = textItems(scopes);
        if (
          !Array.isArray(scopes) ||
          items.length !== scopes.length ||
          // Several scopes in one string are reported by another rule, and may include `openid`.
          items.some(({ text }) => text === 'openid' || /\s/.test(text.trim()))
        )
          return;
        const path = ['oidc', 'scopes'];
        const meant = ['openid', ...items.map(({ text }) => text)];
        report({
          at: { path },
          message: '`scopes` must contain `openid`',
          fix: replacement('unsafe', path, meant, 'add `openid`'),
        });
      },
    },
  },
);

/** Empty if it is not given, which another rule reports. */
function issuerOf(spec: Spec): string {
  const issuer = activeModule(spec, 'oidc')?.['issuer'];
  return typeof issuer === 'string' ? issuer : '';
}

function withIssuer(issuer: string): string {
  const client = ['client_id: shop', 'client_secret: $(secret:CLIENT_SECRET)', 'scopes: [openid]'];
  return onRoute(inside('oidc', `issuer: ${issuer}`, ...client));
}

/** Whether a string can be the URL of an OpenID provider: http or https, without white space, which `URL` drops. */
function isIssuerUrl(text: string): boolean {
  return /^https?:\/\/[^\s/?#]/i.test(text) && !/[\s\\]/.test(text) && URL.canParse(text);
}
