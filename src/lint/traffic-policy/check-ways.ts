/**
 * The rules of a policy that no request meets, and conditions that are always true, as the engine of requests tells
 * them.
 */
import type { OwnActions } from '../../derive/policy/own-actions.ts';
import { trafficActions } from '../../kinds/policy/index.ts';
import { phaseCodes, type PhaseName } from '../../kinds/policy/phases.ts';
import type { JsonObject, Path } from '../../model/value.ts';
import { reachIn, type PolicyReach, type RuleReach } from '../../simulate/unknown/rule-reach.ts';
import { deadGuard } from './check-rule-shape.ts';
import type { PolicyCarrier, TrafficMistake } from './policy-check.ts';
import { quoted } from '../../text/quoted.ts';
import { rememberAlike } from '../../text/remember-last.ts';
import { endsChain } from './ends-chain.ts';

interface WalkedPolicy {
  readonly tree: JsonObject;
  readonly carrier: PolicyCarrier;
  readonly ownActions: OwnActions;
}

/** The phases before the upstream: which rules of responses run depends on what answers. */
const walkedPhases: readonly PhaseName[] = ['on_tcp_connect', 'on_http_request'];

/** Steps of rules and actions, over all ways: lint has many policies to check. */
const mostSteps = 4000;

/** The mistakes that the ways leave of those of the text, and those that they add. */
export function checkWays(policy: WalkedPolicy, read: readonly TrafficMistake[]): readonly TrafficMistake[] {
  // The service refuses a policy with an error when it is saved: nothing runs.
  if (read.some(isError)) return read;
  const server = serverOf(policy);
  if (!isToWalk(server.text)) return read;
  const reach = reachOf({ ...server, ownActions: policy.ownActions });
  if (reach === undefined || isUnclear(reach)) return read;
  const isAnswered = reach.ways.every(({ end }) => end.is !== 'delivered' || end.to !== anyEndpoint);
  const kept = isAnswered ? read.filter((mistake) => !isPerhapsUnanswered(mistake)) : read;
  const found = walkedPhases.flatMap((phase) => {
    const rules = reach.rules.filter((rule) => rule.phase === phase);
    const unreached = rules.find(({ isReached }) => !isReached);
    // None of its rules run: the phase does not, or a phase before it ends all requests.
    if (unreached !== undefined && unreached === rules[0]) return [];
    return rules
      .filter(({ inside }) => !kept.some((mistake) => isAbout(mistake, inside)))
      .flatMap((rule) => {
        if (!rule.isReached) return rule === unreached ? unreachedMistake(rule) : [];
        return rule.isMet ? constantMistakes(rule, policy) : unmetMistake(rule, policy);
      });
  });
  return [...kept, ...found];
}

/** A policy may be for endpoints of several schemes and hosts: conditions about them are not those of one of them. */
const ofEndpoint = /\b(?:endpoint|port|scheme|tls)\b/;

/** Without a rule that has a condition, the text tells all. */
function isToWalk(text: string): boolean {
  return text.includes('"expressions"') && !ofEndpoint.test(text);
}

/** A policy as that of an endpoint. */
interface EndpointPolicy {
  readonly url: string;
  readonly text: string;
}

const anyEndpoint = 'endpoint/any';

function serverOf({ tree, carrier: { protocol = 'https' } }: WalkedPolicy): EndpointPolicy {
  const isWeb = protocol === 'http' || protocol === 'https';
  return { url: `${protocol}://*.any.example${isWeb ? '' : ':443'}`, text: JSON.stringify(tree) };
}

/** The policies whose ways are kept: copies are mostly in files beside each other. */
const mostKept = 32;

const reachOf = rememberAlike(
  mostKept,
  ({ url, text, ownActions }: EndpointPolicy & Pick<WalkedPolicy, 'ownActions'>) =>
    JSON.stringify([url, text, [...ownActions]]),
  ({ url, text, ownActions }) =>
    reachIn(
      { address: anyEndpoint, kind: 'endpoint', spec: { url, traffic_policy: text } },
      { ownActions, mostSteps },
    ),
);

/**
 * Whether some request may get further than its way says: where a target does not answer and the policy goes on, or
 * where the target is not known.
 */
function isUnclear({ rules, ways }: PolicyReach): boolean {
  return (
    rules.some(({ actions }) =>
      actions.some((action) => action.action?.ends === 'unless-continue' && !endsChain(action)),
    ) || ways.some(({ events }) => events.some(({ code }) => code === 'lost'))
  );
}

function isError({ code, severity }: TrafficMistake): boolean {
  return code !== undefined && severity === undefined;
}

function isPerhapsUnanswered({ code, severity }: TrafficMistake): boolean {
  return code === phaseCodes.unanswered && severity === 'warn';
}

/** Whether a mistake is one of a rule as a whole or of its expressions. */
function isAbout({ inside }: TrafficMistake, rule: Path): boolean {
  const isOfRule = rule.every((step, index) => inside[index] === step);
  return isOfRule && (inside.length === rule.length || inside[rule.length] === 'expressions');
}

function unreachedMistake({ inside, actions }: RuleReach): TrafficMistake {
  return {
    rule: 'traffic-policy-flow',
    inside,
    message: 'the rule is unreachable: the rules before it end all requests',
    why: deadGuard(actions),
    severity: 'warn',
  };
}

function unmetMistake(rule: RuleReach, policy: WalkedPolicy): TrafficMistake {
  const { expressions, inside, actions, because } = rule;
  const [only] = because.size === 1 ? because : [];
  const at = only === undefined ? -1 : expressions.indexOf(only);
  const isOwn = waysOfRule(rule, expressions, policy)?.every(({ isMet }) => !isMet) === true;
  const subject = only === undefined ? 'the expressions of the rule' : quoted(only);
  return {
    rule: isOwn ? 'traffic-policy-no-effect' : 'traffic-policy-flow',
    inside: [...inside, 'expressions', ...(at === -1 ? [] : [at])],
    message: isOwn
      ? `${subject} ${only === undefined ? 'never hold together' : 'is never true'}`
      : `the rule is unreachable: ${subject} ${only === undefined ? 'never hold' : 'is false'} for all requests that come to it`,
    why: deadGuard(actions),
    severity: 'warn',
  };
}

/** The conditions of a rule that keep no request from it, whatever the rules before it do. */
function constantMistakes(rule: RuleReach, policy: WalkedPolicy): readonly TrafficMistake[] {
  return rule.expressions.flatMap((expression, index): readonly TrafficMistake[] => {
    if (rule.because.has(expression) || expression.trim() === 'true') return [];
    const ways = waysOfRule(rule, [expression], policy);
    if (ways?.every(({ isMet, isOpen }) => isMet && !isOpen) !== true) return [];
    return [
      {
        rule: 'traffic-policy-no-effect',
        inside: [...rule.inside, 'expressions', index],
        message: `${quoted(expression)} is always true`,
        severity: 'warn',
      },
    ];
  });
}

/** The ways through a policy of one rule; undefined if they are too many. */
function waysOfRule(
  { inside: [phase = ''] }: RuleReach,
  expressions: readonly string[],
  { carrier, ownActions }: WalkedPolicy,
): readonly { readonly isMet: boolean; readonly isOpen: boolean }[] | undefined {
  // Without the rules before it, nothing has set them.
  if (expressions.some((text) => /\b(?:actions|vars)\b/.test(text))) return undefined;
  const tree = { [phase]: [{ expressions, actions: [{ type: observing, config: {} }] }] };
  const reach = reachOf({ ...serverOf({ tree, carrier, ownActions }), ownActions });
  return reach?.ways.map(({ events, when }) => ({
    isMet: events.some(({ code }) => code === 'matched'),
    // A condition that asks nothing is a constant, and one about undocumented behavior is open.
    isOpen: when.length === 0 || when.some(({ atom }) => atom.is === 'behaviour'),
  }));
}

const observing = trafficActions.find(({ effect }) => effect === 'observe')?.type ?? '';
