import type { RequestFacts, GivenFacts } from '../../../model/traffic/request-facts.ts';
import type { FactOption } from '../fact-options.ts';
import { withoutUndefined } from '../../../text/without-undefined.ts';
import type { Simulator } from '../../../simulate/simulate.ts';
import type { SimulatedOutcome } from '../../../model/traffic/simulation.ts';
import type { Unknown } from '../../../model/traffic/unknown.ts';
import { defaultClientIp } from '../../../simulate/scope.ts';
import { isInRange } from '../../../text/ip-ranges.ts';

/** Each fact decides one more question of the engine. */
const mostFacts = 8;

/** The facts with those that the engine still asks for, so that the request takes the way; undefined if it does not. */
export function decidedFacts(
  facts: RequestFacts,
  outcomesOf: Simulator,
  isWay: (outcomes: readonly SimulatedOutcome[]) => boolean,
): RequestFacts | undefined {
  let known = facts;
  for (let count = 0; count < mostFacts; count++) {
    const outcomes = [...outcomesOf(known)];
    const wanted = outcomes.find((outcome) => isWay([outcome]));
    if (wanted === undefined || outcomes.some(({ contradictions = [] }) => contradictions.length > 0))
      return undefined;
    if (isWay(outcomes)) return known;
    const more = wanted.events.flatMap((event) =>
      event.code === 'undecided' ? (factFor(event.unknown, event.assumed, known) ?? []) : [],
    );
    const [next] = more.filter((fact) => !isGiven(fact, known));
    if (next === undefined) return undefined;
    known = withOption(known, { given: next });
  }
  return undefined;
}

export function withOption(facts: RequestFacts, { headers = {}, given }: FactOption): RequestFacts {
  const shown = Object.entries(headers).map(([name, value]) => [name, [value]] as const);
  const { client_certificate } = facts.given;
  return {
    ...facts,
    headers: new Map([...facts.headers, ...shown]),
    given: { ...facts.given, ...given, ...withoutUndefined({ client_certificate }) },
  };
}

function isGiven(fact: GivenFacts, { given }: RequestFacts): boolean {
  return JSON.stringify({ ...given, ...fact }) === JSON.stringify(given);
}

/** The fact that says what was assumed. */
function factFor(
  { give = '', of }: Unknown,
  assumed: boolean,
  { from, given }: RequestFacts,
): GivenFacts | undefined {
  const [, fact = '', name = ''] = /^given\.(\w+)\.?(.*)$/s.exec(give) ?? [];
  switch (fact) {
    case 'signature':
    case 'basic_auth':
      return { [fact]: assumed ? 'valid' : 'invalid' };
    case 'ip_restriction':
      return { ip_restriction: assumed ? 'allowed' : 'refused' };
    case 'ip_policies': {
      const ip = from.ip ?? defaultClientIp;
      const others = ['192.0.2.0/24', '198.51.100.0/24'].filter((network) => !isInRange(ip, network));
      const networks = assumed ? [`${ip}/${ip.includes(':') ? 128 : 32}`] : others.slice(0, 1);
      return { ip_policies: { ...given.ip_policies, [of]: networks } };
    }
    case 'secrets':
      return { secrets: { ...given.secrets, [name]: 'stand-in' } };
    case 'variables':
      return name === 'conn.tls.version'
        ? { variables: { ...given.variables, [name]: assumed ? '1.3' : '1.0' } }
        : undefined;
    default:
      return undefined;
  }
}
