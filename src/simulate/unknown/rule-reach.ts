/**
 * The rules of a policy with the requests that come to them: whether one meets it, and the expressions that keep others
 * from it.
 */
import type { OwnActions } from '../../derive/policy/own-actions.ts';
import type { PhaseName } from '../../kinds/policy/phases.ts';
import type { SimulationPlace } from '../../model/traffic/simulation.ts';
import { edgesOf } from '../../routing/edges.ts';
import { openSide } from '../../routing/traffic/side-index.ts';
import type { TrafficServer } from '../../routing/traffic-server.ts';
import { programOf, type ProgramRule } from '../policy-program.ts';
import { waysOf, type OpenWay } from './ways.ts';

export interface RuleReach extends Pick<ProgramRule, 'inside' | 'expressions' | 'actions'> {
  readonly phase: PhaseName;
  /** A request comes to it. */
  readonly isReached: boolean;
  readonly isMet: boolean;
  /** The expressions that keep requests from it. */
  readonly because: ReadonlySet<string>;
}

export interface PolicyReach {
  readonly rules: readonly RuleReach[];
  readonly ways: readonly OpenWay[];
}

/** Undefined if the policy cannot be read, or if all ways together have more steps. */
export function reachIn(
  server: TrafficServer,
  { ownActions, mostSteps }: { readonly ownActions: OwnActions; readonly mostSteps: number },
): PolicyReach | undefined {
  const phases = Object.entries(programOf(server.spec, ownActions) ?? {}) as [
    PhaseName,
    readonly ProgramRule[],
  ][];
  const rules = phases.flatMap(([phase, list]) => list.map((rule) => ({ ...rule, phase })));
  const steps = rules.reduce((count, { actions }) => count + 1 + actions.length, 1);
  const most = Math.floor(mostSteps / steps);
  if (most === 0) return undefined;
  const side = openSide({ servers: [], edges: edgesOf([], []), ownActions });
  const { ways, isCut } = waysOf(server, side, undefined, most);
  if (isCut) return undefined;
  const found = reachedRules(ways);
  return { ways, rules: rules.map((rule) => ({ ...rule, ...(found.get(rulePlaceKey(rule)) ?? unreached) })) };
}

type Reach = Pick<RuleReach, 'isReached' | 'isMet' | 'because'>;

const unreached: Reach = { isReached: false, isMet: false, because: new Set() };

function reachedRules(ways: readonly OpenWay[]): ReadonlyMap<string, Reach> {
  const reached = new Map<string, Reach>();
  for (const event of ways.flatMap(({ events }) => events)) {
    if (event.code !== 'matched' && event.code !== 'not-matched') continue;
    const key = rulePlaceKey(event.at);
    const { isMet, because } = reached.get(key) ?? unreached;
    reached.set(
      key,
      event.code === 'matched'
        ? { isReached: true, isMet: true, because }
        : { isReached: true, isMet, because: new Set([...because, event.because]) },
    );
  }
  return reached;
}

function rulePlaceKey({ inside = [] }: Pick<SimulationPlace, 'inside'>): string {
  return inside.join(' ');
}
