/**
 * The traffic policy language as a table. The API takes a policy as a string and promises nothing of its content, so
 * this is a dialect with a date: what the service documented then, with the certainty of each fact. It is on unless
 * `policy: { dialect: none }` is set in edgewright.yaml.
 *
 * How to use it: `trafficActions` has one entry an action; `actionOf(type, ownActions)` finds it, also by a former name
 * and among the actions that a workspace declares (`policy: { actions }`). An action says in which phases and protocols
 * it runs (`phases`, `protocols`), what it is for (`role`), when it ends the chain (`ends`), which variables it sets
 * (`results`), and has its settings in the field language of `setting.ts`. `policyPhases`, `policyVariables`,
 * `policyFunctions`, `policyMethods` and `policyRefusals` are the tables beside it. No file outside this folder names
 * an action; what code has to know of one is a property here.
 */
import { answerActions } from './answer-actions.ts';
import { changeActions } from './change-actions.ts';
import { guardActions } from './guard-actions.ts';
import { jwtValidationAction } from './jwt-action.ts';
import { loginActions } from './login-actions.ts';
import { serviceActions } from './service-actions.ts';
import type { TrafficAction } from './traffic-action.ts';

/** All actions, sorted by type. */
export const trafficActions: readonly TrafficAction[] = [
  ...answerActions,
  ...changeActions,
  ...guardActions,
  ...loginActions,
  jwtValidationAction,
  ...serviceActions,
].toSorted((action, other) => (action.type < other.type ? -1 : 1));

const byType = new Map(
  trafficActions.flatMap((action) =>
    [action.type, ...(action.formerNames ?? [])].map((name) => [name, action] as const),
  ),
);

/** The action of a type, or of a name that it was accepted under. */
export function actionOf(
  type: string,
  ownActions?: ReadonlyMap<string, TrafficAction>,
): TrafficAction | undefined {
  return ownActions?.get(type) ?? byType.get(type);
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
