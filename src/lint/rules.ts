import { circuitBreakerRules } from './rules/circuit-breaker-rules.ts';
import { endpointRules } from './rules/endpoint-rules.ts';
import { headersRules } from './rules/headers-rules.ts';
import { hygieneRules } from './rules/hygiene-rules.ts';
import { oauthRules } from './rules/oauth-rules.ts';
import { oidcRules } from './rules/oidc-rules.ts';
import { ownPolicyRules, structureDocumentRules } from './rules/structure/document-rules.ts';
import { referenceAddressRules } from './rules/reference/address-rules.ts';
import { referenceAdoptRules } from './rules/reference/adopt-rules.ts';
import { referenceEnvironmentRules } from './rules/reference/environment-rules.ts';
import { referenceExpressionRules } from './rules/reference/expression-rules.ts';
import { referenceFilesRules } from './rules/reference/files-rules.ts';
import { referenceIdRules } from './rules/reference/id-rules.ts';
import { routeRules } from './rules/route-rules.ts';
import { samlRules } from './rules/saml-rules.ts';
import { secretRules } from './rules/secret-rules.ts';
import { sessionRules } from './rules/session-rules.ts';
import { structureFieldRules } from './rules/structure/field-rules.ts';
import { structureModuleRules } from './rules/structure/module-rules.ts';
import { textRules } from './rules/text-rules.ts';
import { tlsRules } from './rules/tls-rules.ts';
import { trafficPolicyRules } from './rules/traffic-policy-rules.ts';
import { websocketRules } from './rules/websocket-rules.ts';
import { userAgentRules } from './rules/user-agent-rules.ts';
import { webhookRules } from './rules/webhook-rules.ts';
import { yamlRules } from './rules/yaml-rules.ts';
import type { Rule } from './rule.ts';

/** All rules, sorted by id. */
export const rules: readonly Rule[] = [
  ...circuitBreakerRules,
  ...endpointRules,
  ...headersRules,
  ...hygieneRules,
  ...oauthRules,
  ...oidcRules,
  ...ownPolicyRules,
  ...referenceAddressRules,
  ...referenceAdoptRules,
  ...referenceEnvironmentRules,
  ...referenceExpressionRules,
  ...referenceFilesRules,
  ...referenceIdRules,
  ...routeRules,
  ...samlRules,
  ...secretRules,
  ...sessionRules,
  ...structureDocumentRules,
  ...structureFieldRules,
  ...structureModuleRules,
  ...textRules,
  ...tlsRules,
  ...trafficPolicyRules,
  ...userAgentRules,
  ...webhookRules,
  ...websocketRules,
  ...yamlRules,
].sort((a: Rule, b: Rule) => (a.id < b.id ? -1 : 1));
