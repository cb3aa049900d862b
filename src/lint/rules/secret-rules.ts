import { isTree } from '../../derive/forms/tree.ts';
import { activeModule } from '../../derive/module-state.ts';
import { writtenRules, type TypedAction } from '../../derive/policy/policy-actions.ts';
import { outsideUse } from '../../derive/secrets/secret-use.ts';
import { isInAddress, secretsIn } from '../../derive/secrets/secret-patterns.ts';
import type { TrafficAction } from '../../kinds/policy/traffic-action.ts';
import { SecretReference } from '../../model/secret-reference.ts';
import type { Json, Path, Spec, Value } from '../../model/value.ts';
import { secretsOfTest } from '../../model/traffic/request-test.ts';
import type { Workspace } from '../../model/workspace/workspace.ts';
import { isJsonMap } from '../../text/json/json-access.ts';
import { trafficTools } from '../domain/policy/load-traffic-tools.ts';
import { writtenPolicyOf } from '../domain/policy/traffic-mistakes.ts';
import { eachText, type PolicyString, stringsIn } from '../domain/specs/each-text.ts';
import {
  declareSecret,
  isForeignReference,
  isPlaceholder,
  literalSecrets,
  secretName,
} from '../domain/secrets/secret-field.ts';
import { foreignReferenceWords, foreignSecretName } from '../../derive/secrets/secret-references.ts';
import { secretInText, usedSecrets } from '../domain/secrets/used-secrets.ts';
import { mentionsIn } from '../domain/specs/values-mentioned.ts';
import { configuredProviders } from '../domain/specs/oauth-providers.ts';
import { isReadWhole } from '../domain/specs/read-whole.ts';
import {
  always,
  crossRules,
  documentRules,
  recommended,
  reportedRules,
  resourceRules,
  strictOnly,
  workspaceRules,
} from '../rule-group.ts';
import { onRoute, onEndpoint, inOneFile, withSettings, githubWebhook } from '../rule-examples.ts';
import { valueAt } from '../../derive/forms/tree.ts';
import { type Rule, type Subject, type TakeFinding } from '../rule.ts';
import { quoted } from '../../text/quoted.ts';
import { repeated } from '../domain/specs/text-items.ts';

const none: readonly Hit[] = [];
const help = 'send it to the backend in a request header, or leave it out';
const carrying: readonly TrafficAction['changes'][] = ['variables', 'headers'];

export const secretRules: readonly Rule[] = [
  ...documentRules(
    { group: 'secret', source: 'secrets-in-files' },
    {
      'no-plaintext-secret': {
        severity: always('error'),
        summary: 'A secret is in a file as plain text.',
        why: 'Everyone who can read the repository, now or later, can read the secret; if it was ever committed, change it.',
        ignorable: false,
        bad: onRoute('webhook_verification: { provider: github, secret: hunter2hunter2 }'),
        good: onRoute(githubWebhook),
        *check(_document, { meaning, workspace: { settings, environments } }) {
          for (const { name, path, text } of literalSecrets(meaning)) {
            if (isPlaceholder(text)) continue;
            const isVariable = text.includes('$(');
            const named = foreignSecretName(text) ?? '';
            // The finding of the variable that is not declared says which secret is meant.
            const isDeclared = [...environments.values()].some(({ vars }) => vars.has(named));
            if (isVariable && !isDeclared && settings.secrets.has(named)) continue;
            yield {
              at: { path },
              message: isVariable
                ? `\`${name}\` has a variable, but only \`$(secret:NAME)\` keeps it secret`
                : `\`${name}\` is in the file as plain text`,
              help: declareSecret(name, secretName(meaning, name), settings),
              sensitive: isVariable ? undefined : true,
            };
          }
        },
      },
      'secret-placeholder': {
        severity: always('error'),
        summary: 'A secret is still a placeholder.',
        why: 'The placeholder would be sent as the secret, so the login or webhook fails or can be guessed.',
        bad: onRoute('webhook_verification: { provider: github, secret: "<WEBHOOK_SECRET>" }'),
        good: onRoute(githubWebhook),
        *check(_document, { meaning, workspace: { settings } }) {
          for (const { name, path, text } of literalSecrets(meaning)) {
            if (!isPlaceholder(text)) continue;
            yield {
              at: { path },
              message: isForeignReference(text)
                ? foreignReferenceWords(text)
                : `\`${name}\` is the placeholder ${quoted(text)}`,
              help: declareSecret(name, nameIn(text) ?? secretName(meaning, name), settings),
            };
          }
        },
      },
    },
  ),
  ...resourceRules(
    { group: 'secret', source: 'secrets-in-files' },
    {
      'secret-in-text': {
        severity: recommended('error'),
        summary: 'A string in a file looks like a secret.',
        why: 'Everyone who can read the repository can use it, and the API returns descriptions, metadata, headers and policies unmasked.',
        bad: onRoute('request_headers: { add: { authorization: Bearer ghp_0123456789abcdefghij } }'),
        good: onRoute('request_headers: { add: { authorization: Bearer $(secret:UPSTREAM_TOKEN) } }'),
        check({ spec }, report) {
          for (const { path, within } of secretsUnder(spec))
            report({ at: { path, within }, ...secretInText });
        },
      },
      'secret-not-allowed': {
        severity: always('error'),
        summary: 'A resource uses a secret that is kept for others.',
        why: '`secrets` in edgewright.yaml says which resources may use it, so that no team can send the secret of another to its own backend.',
        ignorable: false,
        bad: withSettings(
          onRoute('request_headers: { add: { x-key: $(secret:WEBHOOK_SECRET) } }'),
          'secrets: [{ name: WEBHOOK_SECRET, addresses: [https-route/hooks] }]',
        ),
        good: withSettings(
          onRoute('request_headers: { add: { x-key: $(secret:WEBHOOK_SECRET) } }'),
          'secrets: [{ name: WEBHOOK_SECRET, addresses: [https-route/shop] }]',
        ),
        check(subject, report, { workspace, environment }) {
          const uses = workspace?.settings.secretUses;
          if (uses === undefined || uses.size === 0) return;
          for (const { names, at } of usedSecrets(subject)) {
            for (const name of names) {
              const use = uses.get(name);
              const wrong = use === undefined ? undefined : outsideUse(use, subject, environment);
              if (use === undefined || wrong === undefined) continue;
              report({
                at,
                message: `the secret \`${name}\` is not for ${wrong}`,
                help: 'use a secret of its own; the owners of edgewright.yaml can allow this one under `secrets:`',
                related: [{ place: use.place, label: 'where it may be used' }],
              });
            }
          }
        },
      },
      'secret-shown': {
        severity: always('error'),
        fields: ['response_headers', 'traffic_policy'],
        summary: 'A secret is sent to visitors.',
        why: 'A response header, the body of a response and the target of a redirect are public: everyone who opens the URL gets the secret.',
        ignorable: false,
        bad: onRoute('response_headers: { add: { x-upstream: $(secret:WEBHOOK_SECRET) } }'),
        good: onRoute('request_headers: { add: { x-upstream: $(secret:WEBHOOK_SECRET) } }'),
        check(subject, report) {
          checkHeaders(subject, report);
          checkPolicy(subject, report);
        },
      },
    },
  ),
  ...reportedRules(
    { group: 'secret', source: 'secrets-in-files', by: 'compiler' },
    {
      'secret-reference-place': {
        severity: always('error'),
        summary: 'A secret is referenced where secrets are not allowed.',
        why: 'Outside secret fields, header values and policy mappings, the secret would be shown in plans and stored in the ledger.',
        ignorable: false,
        bad: onEndpoint('description: $(secret:WEBHOOK_SECRET)'),
        good: onEndpoint('description: the shop'),
      },
      'secret-reference-syntax': {
        severity: always('error'),
        summary: 'A reference to a secret is malformed.',
        why: 'A malformed reference has no value, so the resource cannot be compiled.',
        fix: 'unsafe',
        ignorable: false,
        bad: onRoute('webhook_verification: { provider: github, secret: $(secret:webhook) }'),
        good: onRoute(githubWebhook),
      },
      'secret-reference-undefined': {
        severity: recommended('error'),
        summary: 'A secret is not declared in edgewright.yaml.',
        why: '`secrets` in edgewright.yaml lists what an operator must provide; a secret that is not listed will be missing at apply.',
        fix: 'unsafe',
        bad: onRoute('webhook_verification: { provider: github, secret: $(secret:HOOK) }'),
        good: onRoute(githubWebhook),
      },
    },
  ),
  ...crossRules(
    { group: 'secret', source: 'secrets-in-files' },
    {
      'secret-reused': {
        severity: strictOnly('info'),
        summary: 'One secret is used for two purposes.',
        why: 'A leak in one place compromises the other, and neither can be rotated alone.',
        bad: inOneFile(withOidc('a', 'shop'), withOidc('b', 'docs')),
        good: inOneFile(withOidc('a', 'shop'), withOidc('b', 'shop')),
        *check(resources) {
          const all = resources.flatMap((subject) =>
            secretsOf(subject).flatMap(({ names, ...use }) =>
              names.map((name) => ({ subject, name, ...use })),
            ),
          );
          for (const { item, first } of repeated(all, ({ name }) => name)) {
            if (first.purpose === item.purpose) continue;
            yield {
              of: item.subject.address,
              at: { path: item.path },
              message: `${quoted(item.name)} is also a secret of \`${first.subject.address}\`, for a different purpose`,
              related: [{ of: first.subject.address, path: first.path, label: 'used here' }],
            };
          }
        },
      },
    },
  ),
  ...workspaceRules(
    { group: 'secret', source: 'secrets-in-files' },
    {
      'unused-secret': {
        severity: recommended('warn'),
        summary: 'A secret of edgewright.yaml is not used.',
        why: 'No resource, preset, notification or test uses the secret, but an operator must provide every listed one.',
        bad: withSettings(onRoute(githubWebhook), 'secrets: [WEBHOOK_SECRET, OLD_SECRET]'),
        good: withSettings(onRoute(githubWebhook), 'secrets: [WEBHOOK_SECRET]'),
        *check(workspace, { ledgers }) {
          if (workspace.settings.secrets.size === 0 || !isReadWhole(workspace)) return;
          const { secrets: used } = mentionsIn(workspace);
          // An undeclared name or a literal secret may be where this secret was meant to be used.
          if ([...used].some((name) => !workspace.settings.secrets.has(name)) || hasLiteral(workspace))
            return;
          // Retiring an object sends its last applied spec once more, which may need the secret.
          const inLedgers = JSON.stringify([...ledgers.values()]);
          const ofWebhooks = new Set(workspace.settings.notify.map(({ secret }) => secret));
          const ofTests = secretsOfTests(workspace);
          for (const [name, place] of workspace.settings.secrets) {
            if (
              used.has(name) ||
              ofWebhooks.has(name) ||
              ofTests.has(name) ||
              new RegExp(`\\b${name}\\b`).test(inLedgers)
            )
              continue;
            yield {
              at: { place },
              message: `nothing uses the secret ${quoted(name)}`,
              help: `write \`$(secret:${name})\` where it belongs, or delete it from \`secrets:\``,
            };
          }
        },
      },
    },
  ),
];

/** The secrets in headers of tests, which `test --send` resolves. */
function secretsOfTests({ requestTests }: Workspace): ReadonlySet<string> {
  const tests = requestTests?.().files.flatMap((file) => file.tests) ?? [];
  return new Set(tests.flatMap(secretsOfTest));
}

interface Hit {
  readonly path: Path;
  readonly within: { readonly start: number; readonly end: number };
}

function secretsUnder(spec: Spec): readonly Hit[] {
  let hits: Hit[] | undefined;
  eachText(spec, [], (value, path) => {
    if (typeof value !== 'string' && !value.hasLiteral) return;
    const text = typeof value === 'string' ? value : clearText(value);
    for (const part of secretsIn(text))
      if (!isInAddress(text, part)) (hits ??= []).push({ path: [...path], within: part });
  });
  return hits ?? none;
}

/** The text as in the files; references to secrets stay references. */
function clearText({ parts }: SecretReference): string {
  return parts
    .map((part) =>
      typeof part === 'string'
        ? part
        : 'literal' in part
          ? part.literal.reveal()
          : `$(secret:${part.secret})`,
    )
    .join('');
}

/** A suggested secret name: the variable name in the placeholder of another tool. */
function nameIn(text: string): string | undefined {
  const name =
    foreignSecretName(text)
      ?.toUpperCase()
      .replaceAll(/[^A-Z0-9_]/g, '_') ?? '';
  return /^[A-Z]/.test(name) ? name : undefined;
}

interface UsedSecret {
  readonly path: Path;
  readonly names: readonly string[];
  /** Identifies the use by provider and app. */
  readonly purpose: string;
}

function secretsOf({ spec }: Subject): readonly UsedSecret[] {
  const webhook = activeModule(spec, 'webhook_verification');
  const oidc = activeModule(spec, 'oidc');
  const places = [
    { path: ['webhook_verification'], config: webhook, secret: 'secret', app: [webhook?.['provider']] },
    { path: ['oidc'], config: oidc, secret: 'client_secret', app: [oidc?.['issuer'], oidc?.['client_id']] },
    ...configuredProviders(spec).map(({ path, config }) => ({
      path,
      config,
      secret: 'client_secret',
      app: [config['client_id']],
    })),
  ];
  return places.flatMap(({ path, config, secret, app }) => {
    const value = config?.[secret];
    if (!(value instanceof SecretReference)) return [];
    const purpose = JSON.stringify([path, app.map((part) => (typeof part === 'string' ? part : ''))]);
    return [{ path: [...path, secret], names: value.names, purpose }];
  });
}

/** The headers that a module adds, switched on or not. */
function addedIn(spec: Spec, module: string): readonly (readonly [string, Value])[] {
  const value = spec[module];
  return isTree(value) && isTree(value['add']) ? Object.entries(value['add']) : [];
}

function checkHeaders({ spec }: Subject, report: TakeFinding): void {
  for (const [name, value] of addedIn(spec, 'response_headers')) {
    if (!(value instanceof SecretReference) || value.names.length === 0) continue;
    const message = `every visitor gets the secret \`${value.names.join('`, `')}\` in a response header`;
    report({ at: { path: ['response_headers', 'add', name] }, message, help });
  }
}

function checkPolicy(subject: Subject, report: TakeFinding): void {
  const policy = writtenPolicyOf(subject);
  if (policy === undefined || 'mistakes' in policy.parsed) return;
  const { path, parsed } = policy;
  const value = valueAt(subject.spec, path);
  const names = value instanceof SecretReference ? value.names : [];
  const sent = sentHeaders(subject);
  if (names.length === 0 && sent.size === 0) return;
  const actions = writtenRules(parsed.tree).flatMap((rule) => rule.actions);
  const carriers = carriersIn(sent, actions, names);
  const told = new Set<string>();
  for (const { type, config, inside } of actions) {
    for (const text of stringsIn(config, [...inside, 'config'])) {
      if (!isSeen(type, inside[0], text.inside.slice(inside.length + 1))) continue;
      const shown = secretIn(text, names) ?? secretBehind(text, carriers);
      if (shown === undefined) continue;
      const message = `every visitor gets the secret \`${shown}\` in ${where(type)}`;
      report({ at: { path, inside: text.inside }, message, help });
      told.add(shown);
    }
  }
  if (told.size === 0) reportShown(subject, path, report);
}

/** Secrets that get into an answer over variables, the URL, all headers at once or the results of an action. */
function reportShown({ address, kind, spec }: Subject, path: Path, report: TakeFinding): void {
  const { ways } = trafficTools().waysOf({ address, kind, spec });
  const found = new Map(ways.flatMap(({ shown, at }) => [...shown].map((name) => [name, at] as const)));
  for (const [name, at] of found) {
    const message = `every visitor gets the secret \`${name}\`: what this action answers has it`;
    report({ at: { path, inside: at?.inside ?? [] }, message, help });
  }
}

/** An action that is not known may show all of its configuration. */
function isSeen(type: string, phase: Path[number] | undefined, inConfig: Path): boolean {
  const { actionOf, neverActions } = trafficTools();
  const shows = Object.hasOwn(neverActions, type) ? 'nothing' : actionOf(type)?.shows;
  switch (shows) {
    case 'nothing':
      return false;
    case 'in-responses':
      return phase === 'on_http_response';
    case 'without-secrets':
      return !inConfig.some((key) => /secret|password|credential|key/i.test(String(key)));
    case undefined:
      return true;
  }
}

function where(type: string): string {
  const { shows } = trafficTools().actionOf(type) ?? {};
  return shows === 'in-responses' ? 'a response header' : `the response of \`${type}\``;
}

function secretIn({ text }: PolicyString, names: readonly string[]): string | undefined {
  return names.find((name) => text.includes(`$(secret:${name})`));
}

/** Names of variables and of request headers that carry a secret, in lower case, with the secret. */
type Carriers = ReadonlyMap<string, string>;

function sentHeaders({ spec }: Subject): Carriers {
  const found = addedIn(spec, 'request_headers').flatMap(([header, value]) =>
    value instanceof SecretReference ? value.names.map((name) => [header.toLowerCase(), name] as const) : [],
  );
  return new Map(found);
}

function carriersIn(sent: Carriers, actions: readonly TypedAction[], names: readonly string[]): Carriers {
  const carriers = new Map(sent);
  const { actionOf } = trafficTools();
  // A variable may be set from another one, in any order.
  for (let known = -1; known !== carriers.size;) {
    known = carriers.size;
    for (const { type, config } of actions)
      if (carrying.includes(actionOf(type)?.changes))
        for (const [name, value] of assignments(config)) {
          const secret = secretIn(value, names) ?? secretBehind(value, carriers);
          if (secret !== undefined && !carriers.has(name)) carriers.set(name, secret);
        }
  }
  return carriers;
}

/** Name and value of each variable or header, however deep they are. */
function assignments(value: Json | undefined): readonly (readonly [string, PolicyString])[] {
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap(assignments);
  if (!isJsonMap(value)) return [];
  const { name, value: given } = value;
  if (typeof name === 'string' && typeof given === 'string')
    return [[name.toLowerCase(), { text: given, inside: [] }]];
  return Object.entries(value).flatMap(([key, item]) =>
    typeof item === 'string' ? [[key.toLowerCase(), { text: item, inside: [] }] as const] : assignments(item),
  );
}

/** The secret that an expression in a text reads by the name of what carries it. */
function secretBehind({ text }: PolicyString, carriers: Carriers): string | undefined {
  if (!text.includes('${')) return undefined;
  const words = new Set(text.toLowerCase().split(/[^\w-]+/));
  return [...carriers].find(([name]) => words.has(name))?.[1];
}

/** A released resource has no findings, so no literal secret either. */
function hasLiteral(workspace: Workspace): boolean {
  return [...workspace.resources, ...workspace.presets.values()].some(
    (meaning) => literalSecrets(meaning).length > 0,
  );
}

function withOidc(name: string, client: string): string {
  const fields = `issuer: "https://login.example.com", client_id: ${client}, client_secret: $(secret:CLIENT_SECRET), scopes: [openid]`;
  return onRoute(`oidc: { ${fields} }`, { name, match: `/${name}` });
}
