import { saml } from '../../kinds/modules/saml.ts';
import type { Json, JsonObject, Path } from '../../model/value.ts';
import { isObject, listOf, memberOf, textOf } from '../json-access.ts';
import type { Problem } from '../problem.ts';
import { isGiven, unless, unlessKnown, type Check } from './check.ts';

/** OAuth, SAML and OIDC (API 2.9). That teams and organizations are GitHub's alone is in the shape of the providers. */
export const loginChecks: readonly Check[] = [
  {
    section: '2.9',
    field: 'oauth',
    holds: 'when-enabled',
    judge: (value) => providersOf(value).flatMap(([name, app]) => appProblems(app, ['provider', name])),
  },
  {
    section: '2.9',
    field: 'oauth',
    holds: 'always',
    judge: (value) =>
      listOf(memberOf(memberOf(memberOf(value, 'provider'), 'github'), 'teams')).flatMap((team, index) =>
        unless(
          /^[^/\s]+\/[^/\s]+$/.test(textOf(team)),
          ['provider', 'github', 'teams', index],
          'must be `<org>/<team>`',
        ),
      ),
  },
  {
    section: '2.9',
    field: 'saml',
    holds: 'always',
    judge: (value) => unlessKnown(saml, 'nameid_format', value),
  },
  {
    section: '2.9',
    field: 'oidc',
    holds: 'when-enabled',
    judge: (value) =>
      unless(
        !isGiven(value, 'issuer') || URL.canParse(textOf(memberOf(value, 'issuer'))),
        ['issuer'],
        'must be an absolute URL',
      ),
  },
];

function appProblems(app: JsonObject, path: Path): readonly Problem[] {
  const hasId = isGiven(app, 'client_id');
  const hasSecret = isGiven(app, 'client_secret');
  const hasScopes = listOf(app['scopes']).length > 0;
  return [
    ...unless(!hasId || hasSecret, [...path, 'client_secret'], 'is required with `client_id`'),
    ...unless(
      !hasScopes || (hasId && hasSecret),
      [...path, 'scopes'],
      'may be set only with both `client_id` and `client_secret`',
    ),
  ];
}

function providersOf(oauth: Json): readonly (readonly [string, JsonObject])[] {
  const provider = memberOf(oauth, 'provider');
  return Object.entries(isObject(provider) ? provider : {}).flatMap(([name, app]) =>
    isObject(app) ? [[name, app] as const] : [],
  );
}
