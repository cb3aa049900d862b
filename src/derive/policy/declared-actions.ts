import { actionOf, neverActions } from '../../kinds/policy/index.ts';
import type { TrafficAction } from '../../kinds/policy/traffic-action.ts';
import { rememberEach } from '../../text/remember-last.ts';
import { ownActions, type OwnActions } from './own-actions.ts';

/** Declared actions as those of the table. */
export const declaredActions = rememberEach(
  (ownActions: OwnActions): ReadonlyMap<string, TrafficAction> =>
    new Map(
      [...ownActions].map(([type, { phases, ends }]) => [
        type,
        {
          type,
          title: type,
          doc: 'Declared in edgewright.yaml.',
          source: '',
          phases,
          role: 'shapes',
          ends,
          effect: ends === 'always' ? 'end' : 'observe',
          settings: {},
          refusals: [],
        },
      ]),
    ),
);

/**
 * Whether an action that the dialect lacks ends the requests that it gets: always, never, or unknown. Undefined for the
 * actions of the dialect, and for those of other products that keep callers out.
 */
export function ownEnd(type: string): 'always' | 'never' | 'unknown' | undefined {
  const declared = ownActions().get(type);
  if (declared !== undefined) return declared.ends;
  return actionOf(type) === undefined && !Object.hasOwn(neverActions, type) ? 'unknown' : undefined;
}
