import { isJsonMap, jsonItems } from '../../text/json/json-access.ts';
import { isIssuerUrl } from '../../domain/issuer-url.ts';
import { organizationSlug, teamSlug } from '../../domain/name-slug.ts';
import { metadataNamespace, parseSaml } from '../../domain/saml-xml.ts';
import { saml } from '../../kinds/modules/saml.ts';
import type { Json, JsonObject, Path } from '../../model/value.ts';
import { memberOf, textOf } from '../objects/json-access.ts';
import type { Problem } from '../objects/problem.ts';
import { hasText, unless, unlessKnown, type Check } from './check.ts';

/** OAuth, SAML and OIDC. The shape of the providers already limits teams and organizations to GitHub. */
export const loginChecks: readonly Check[] = [
  {
    section: '2.9',
    field: 'oauth',
    holds: 'when-enabled',
    check: (value) => providersOf(value).flatMap(([name, app]) => appProblems(app, ['provider', name])),
  },
  {
    section: '2.9',
    field: 'oauth',
    holds: 'when-enabled',
    check: (value) => [
      ...unlessAll(value, 'teams', teamSlug, 'must be `<org>/<team>`, both as slugs'),
      ...unlessAll(value, 'organizations', organizationSlug, 'must be the slug of an organization'),
    ],
  },
  {
    section: '2.9',
    field: 'saml',
    holds: 'when-enabled',
    check: (value) => [...metadataProblems(value), ...unlessKnown(saml, 'nameid_format', value)],
  },
  {
    section: '2.9',
    field: 'oidc',
    holds: 'when-enabled',
    check: (value) =>
      unless(
        !hasText(value, 'issuer') || isIssuerUrl(textOf(memberOf(value, 'issuer'))),
        ['issuer'],
        'must be an absolute URL',
      ),
  },
];

function appProblems(app: JsonObject, path: Path): readonly Problem[] {
  const hasId = hasText(app, 'client_id');
  const hasSecret = hasText(app, 'client_secret');
  const hasScopes = jsonItems(app['scopes']).length > 0;
  return [
    ...unless(!hasId || hasSecret, [...path, 'client_secret'], 'is required with `client_id`'),
    ...unless(
      !hasScopes || (hasId && hasSecret),
      [...path, 'scopes'],
      'may be set only with both `client_id` and `client_secret`',
    ),
  ];
}

/** Problems of the items in a list that only GitHub has. */
function unlessAll(oauth: Json, list: string, form: RegExp, message: string): readonly Problem[] {
  const path = ['provider', 'github', list];
  const github = memberOf(memberOf(oauth, 'provider'), 'github');
  return jsonItems(memberOf(github, list)).flatMap((item, index) =>
    unless(form.test(textOf(item)), [...path, index], message),
  );
}

/** Metadata must be an EntityDescriptor if present; the API does not document that it is required. */
function metadataProblems(module: Json): readonly Problem[] {
  const text = textOf(memberOf(module, 'idp_metadata'));
  if (text.trim() === '') return [];
  const { problem, root } = parseSaml(text);
  const isDescriptor = root?.name === 'EntityDescriptor' && root.namespace === metadataNamespace;
  return unless(problem === undefined && isDescriptor, ['idp_metadata'], 'must be an XML EntityDescriptor');
}

function providersOf(oauth: Json): readonly (readonly [string, JsonObject])[] {
  const provider = memberOf(oauth, 'provider');
  return Object.entries(isJsonMap(provider) ? provider : {}).flatMap(([name, app]) =>
    isJsonMap(app) ? [[name, app] as const] : [],
  );
}
