import type { CrossRule, ResourceRule, Rule } from '../rule.ts';

/** Resource rules that do not run on live objects, each with the reason. */
const silent: Readonly<Record<string, string>> = {
  'cb-num-buckets-zero': 'what no one set reads back as 0',
  'cb-rolling-window-zero': 'what no one set reads back as 0',
  'cb-tripped-duration-zero': 'what no one set reads back as 0',
  'saml-authorized-groups-empty': 'what no one set reads back as an empty list',
  'session-zero-duration': 'what no one set reads back as 0',
  'disabled-module-configured': 'no update can take the configuration out',
  'enabled-redundant': 'every answer says it',
  'field-clear-unsupported': 'compares with what was written',
  'endpoint-not-manageable': 'such endpoints are not checked',
  'adopt-other-edge': 'speaks of a file',
  'approval-used': 'speaks of a file',
  'id-of-other-environment': 'live objects are in one environment',
  'layer-replaced': 'speaks of layers',
  'module-removed': 'compares with what was written',
  'oauth-client-secret-required': 'an answer may leave secrets out; the API refuses to be without',
  'oauth-scopes-need-app': 'an answer may leave secrets out; the API refuses to be without',
  'partial-module': 'an answer has every field',
  'route-delete-unsupported': 'compares with what was written',
  'route-edge-changed': 'compares with what was written',
  'route-of-other-environment': 'live objects are in one environment',
  'saml-nameid-default': 'the service fills it in',
  'secret-reused': 'goes by the names of secrets',
  'tls-edge-update-unsupported': 'compares with what was written',
  'ua-filter-enabled-explicit': 'an answer says it',
  'webhook-secret-required': 'an answer may leave secrets out; the API refuses to be without',
};

/** The resource and environment rules that make sense without files. */
export function liveRules(rules: readonly Rule[]): readonly (ResourceRule | CrossRule)[] {
  return rules.filter(
    (rule): rule is ResourceRule | CrossRule =>
      (rule.scope === 'resource' || rule.scope === 'environment') && !Object.hasOwn(silent, rule.id),
  );
}

/** The ids of the rules excluded above, so that a test can check that each exists. */
export const silentRules: readonly string[] = Object.keys(silent);
