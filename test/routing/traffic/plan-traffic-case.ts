import type { TrafficShift } from '../../../src/model/traffic/traffic-shift.ts';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { Live } from '../../../src/model/live.ts';
import type { Plan } from '../../../src/model/plan/plan.ts';
import type { NamedId } from '../../../src/model/workspace/environment.ts';
import { plan } from '../../../src/plan/plan.ts';
import { trafficOfPlan } from '../../../src/routing/traffic/plan-traffic.ts';
import type { PlanCase } from '../../plan/plan-case.ts';
import { inputOf } from '../../plan/with-hashes.ts';

interface TrafficCase extends Omit<PlanCase, 'expect'> {
  /** The URLs of each edge by its id, as in the list of endpoints. */
  readonly hosts?: Readonly<Record<string, readonly string[]>>;
  readonly traffic: readonly string[];
}

export function trafficCases(): readonly TrafficCase[] {
  return parse(readFileSync(new URL('plan-cases.yaml', import.meta.url), 'utf8')) as readonly TrafficCase[];
}

const main: NamedId = {
  name: 'https-edge/main',
  target: 'https-edge',
  id: 'edghts_1',
  place: { source: { path: 'environments/production.yaml', text: '' }, start: 0, end: 0 },
};

/** The plan of a case with its routing changes, as the `plan` command computes them. */
export function planWithTraffic({ hosts = {}, ...one }: TrafficCase): Plan {
  const input = inputOf({ ...one, expect: '' });
  const listed = [
    ...input.live.listed,
    ...Object.entries(hosts).flatMap(([edge, urls]) => urls.map(endpointOf(edge))),
  ];
  const made = plan(input);
  return { ...made, traffic: trafficOfPlan(made, { ...input.live, listed }, [main]) };
}

function endpointOf(edge: string): (url: string, index: number) => Live {
  return (url, index) => ({
    kind: 'endpoint',
    id: `ep_${edge}${index}`,
    spec: { url },
    isManageable: false,
    served: { edge, url },
  });
}

/** A routing change as `https-edge/main/cart*: https-route/a -> nobody, kept by https-route/a`. */
export function shiftText({ space, from, to, occupiedBy, sharedWith, protection }: TrafficShift): string {
  const names = (some: readonly string[]): string => (some.length === 0 ? 'nothing' : some.join(' '));
  return [
    `${space}: ${from ?? 'nobody'} -> ${to ?? 'nobody'}`,
    ...(occupiedBy === undefined ? [] : [`, kept by ${occupiedBy}`]),
    ...(sharedWith === undefined ? [] : [`, shared with ${sharedWith.join(' ')}`]),
    ...(protection === undefined ? [] : [` (${names(protection.before)} -> ${names(protection.after)})`]),
  ].join('');
}
