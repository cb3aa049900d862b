/**
 * The traffic policy language as a table. The API takes a policy as a string and promises nothing of its content, so
 * this is a dialect with a date: what the service documented then, with the certainty of each fact. It is on unless
 * `policy: { dialect: none }` is set in edgewright.yaml.
 *
 * How to use it: `trafficActions` has one entry an action; `actionOf(type, own)` finds it, also by a former name and
 * among the actions that a workspace declares (`policy: { actions }`). An action says in which phases and protocols it
 * runs (`phases`, `protocols`), what it is for (`role`), when it ends the chain (`ends`), which variables it sets
 * (`results`), and has its settings in the field language of `setting.ts`. `policyPhases`, `policyVariables`,
 * `policyFunctions`, `policyMethods` and `policyRefusals` are the tables beside it. No file outside this folder names
 * an action; what code has to know of one is a property here.
 */
import { aiGatewayAction } from './answers/ai-gateway.ts';
import { closeConnectionAction } from './answers/close-connection.ts';
import { customResponseAction } from './answers/custom-response.ts';
import { denyAction } from './answers/deny.ts';
import { forwardInternalAction } from './answers/forward-internal.ts';
import { redirectAction } from './answers/redirect.ts';
import { addHeadersAction } from './changes/add-headers.ts';
import { circuitBreakerAction } from './changes/circuit-breaker.ts';
import { compressResponseAction } from './changes/compress-response.ts';
import { httpRequestAction } from './changes/http-request.ts';
import { logAction } from './changes/log.ts';
import { rateLimitAction } from './changes/rate-limit.ts';
import { removeHeadersAction } from './changes/remove-headers.ts';
import { requestBodyFindReplaceAction } from './changes/request-body-find-replace.ts';
import { responseBodyFindReplaceAction } from './changes/response-body-find-replace.ts';
import { setVarsAction } from './changes/set-vars.ts';
import { sseFindReplaceAction } from './changes/sse-find-replace.ts';
import { urlRewriteAction } from './changes/url-rewrite.ts';
import { basicAuthAction } from './guards/basic-auth.ts';
import { jwtValidationAction } from './guards/jwt-validation.ts';
import { oauthAction } from './guards/oauth.ts';
import { openidConnectAction } from './guards/openid-connect.ts';
import { owaspCrsRequestAction } from './guards/owasp-crs-request.ts';
import { owaspCrsResponseAction } from './guards/owasp-crs-response.ts';
import { restrictIpsAction } from './guards/restrict-ips.ts';
import { samlAction } from './guards/saml.ts';
import { terminateTlsAction } from './guards/terminate-tls.ts';
import { verifyWebhookAction } from './guards/verify-webhook.ts';
import type { TrafficAction } from './traffic-action.ts';

/** All actions, sorted by type. */
export const trafficActions: readonly TrafficAction[] = [
  addHeadersAction,
  aiGatewayAction,
  basicAuthAction,
  circuitBreakerAction,
  closeConnectionAction,
  compressResponseAction,
  customResponseAction,
  denyAction,
  forwardInternalAction,
  httpRequestAction,
  jwtValidationAction,
  logAction,
  oauthAction,
  openidConnectAction,
  owaspCrsRequestAction,
  owaspCrsResponseAction,
  rateLimitAction,
  redirectAction,
  removeHeadersAction,
  requestBodyFindReplaceAction,
  responseBodyFindReplaceAction,
  restrictIpsAction,
  samlAction,
  setVarsAction,
  sseFindReplaceAction,
  terminateTlsAction,
  urlRewriteAction,
  verifyWebhookAction,
];

const byType = new Map(
  trafficActions.flatMap((action) =>
    [action.type, ...(action.formerNames ?? [])].map((name) => [name, action] as const),
  ),
);

/** The action of a type, or of a name that it was accepted under. */
export function actionOf(type: string, own?: ReadonlyMap<string, TrafficAction>): TrafficAction | undefined {
  return own?.get(type) ?? byType.get(type);
}

export const actionNames: readonly string[] = trafficActions.map(({ type }) => type);

/** Names that people write for an action, by name. */
export const otherActionNames: ReadonlyMap<string, string> = new Map(
  trafficActions.flatMap(({ type, otherNames = [] }) => otherNames.map((name) => [name, type] as const)),
);

/** Names that were never actions, and what to write instead. */
export const neverActions: Readonly<Record<string, string>> = {
  'user-agent-filter': 'deny requests by an expression on `req.user_agent`',
};
