import type { TrafficPolicySettings } from '../../model/workspace/settings.ts';

/** The actions that a workspace declares, by type. */
export type OwnActions = TrafficPolicySettings['actions'];

export const noOwnActions: OwnActions = new Map();

let current = noOwnActions;

/**
 * Runs a synchronous function to which these actions are declared. Whether a policy protects and forwards is asked of
 * specs at many places, of which none knows the workspace.
 */
export function withOwnActions<Result>(declared: OwnActions, ask: () => Result): Result {
  const before = current;
  current = declared;
  try {
    return ask();
  } finally {
    current = before;
  }
}

/** The actions that are declared to the function that runs. */
export function ownActions(): OwnActions {
  return current;
}
