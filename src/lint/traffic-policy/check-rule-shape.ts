import { phaseCodes, type PhaseName, policyPhases } from '../../kinds/policy/phases.ts';
import type { TrafficAction } from '../../kinds/policy/traffic-action.ts';
import type { Json, JsonObject, Path } from '../../model/value.ts';
import { suggestions } from '../../text/suggest.ts';
import { type PolicyCheck, type PolicyScope, writing } from './policy-check.ts';
import { quoted } from '../../text/quoted.ts';
import { codeList } from '../../text/words/list-words.ts';
import { endsChain, type FlowAction } from './ends-chain.ts';

/** A mistake in the shape of a rule or an action, without its place. */
interface ShapeMistake {
  readonly message: string;
  readonly code: number;
  readonly help?: string | undefined;
  readonly replace?: Json | undefined;
}

export function reportShape(
  { report }: PolicyCheck,
  inside: Path,
  { message, code, help, replace }: ShapeMistake,
): void {
  const fix = replace === undefined ? {} : { replace, fixTitle: help };
  report({ rule: 'traffic-policy-shape', inside, message, code, help, ...fix });
}

/** A mapping in a policy, and its place. */
export interface PolicyMapping {
  readonly tree: JsonObject;
  readonly inside: Path;
}

interface PartKeys {
  readonly keys: readonly string[];
  readonly others: Readonly<Record<string, string>>;
  readonly owner: string;
  /** Keys that belong into another place, with the place. */
  readonly elsewhere?: (key: string) => string | undefined;
}

/** Reports unknown keys. The keys that were probably meant. */
export function checkPartKeys(
  { tree, inside }: PolicyMapping,
  { keys, others, owner, elsewhere }: PartKeys,
  { report }: PolicyCheck,
): Set<string> {
  const meant = new Set<string>();
  const open = keys.filter((key) => !Object.hasOwn(tree, key));
  for (const key of Object.keys(tree)) {
    if (keys.includes(key)) continue;
    const other = others[key] ?? suggestions(key, open)[0];
    const place = elsewhere?.(key);
    const right = place === undefined && other !== undefined && open.includes(other) ? other : undefined;
    if (right !== undefined) meant.add(right);
    report({
      rule: 'traffic-policy-shape',
      inside: [...inside, key],
      on: 'key',
      message: `${quoted(key)} is not a key of ${owner}`,
      help: place ?? (right === undefined ? `the keys are ${codeList(keys)}` : `write \`${right}\``),
      word: key,
      code: 2203,
      rename: right,
      // Seen in policies of other tools, where it switches a part off.
      severity: key === 'enabled' ? 'warn' : undefined,
    });
  }
  return meant;
}

/** Whether the action runs where it is. */
export function checkPlace(
  { type, action, inside }: Pick<FlowAction, 'type' | 'inside'> & { readonly action: TrafficAction },
  { check, phase }: PolicyScope,
): boolean {
  const at = { inside: [...inside, 'type'] };
  if (action.type !== type)
    check.report({
      ...at,
      rule: 'traffic-policy-deprecated',
      message: `${quoted(type)} is the former name of \`${action.type}\``,
      severity: 'warn',
      ...writing(action.type),
    });
  else if (action.status === 'deprecated')
    check.report({
      ...at,
      rule: 'traffic-policy-deprecated',
      message: `the action ${quoted(type)} is deprecated`,
    });
  if (!action.phases.includes(phase)) {
    check.report({
      ...at,
      rule: 'traffic-policy-placement',
      message: `${quoted(type)} is not supported in ${phase}`,
      help: `it runs in ${codeList(action.phases, ' and ')}`,
      code: 2202,
    });
    return false;
  }
  const { protocol } = check.carrier;
  if (protocol !== undefined && action.protocols?.includes(protocol) === false) {
    check.report({
      ...at,
      rule: 'traffic-policy-placement',
      message: `${quoted(type)} does not support ${protocol}`,
      help: `it runs on ${action.protocols.join(' and ')}`,
      code: 2205,
    });
    return false;
  }
  return true;
}

/** A rule as the flow sees it. */
export interface FlowRule {
  readonly inside: Path;
  readonly isConditional: boolean;
  /** Its expressions never hold. */
  readonly isNever?: true;
  readonly actions: readonly FlowAction[];
}

export interface FlowPhase {
  readonly phase: PhaseName;
  readonly inside: Path;
  readonly rules: readonly FlowRule[];
}

/** The consequence of a rule that never runs, if it has a guard. */
export function deadGuard(actions: readonly Pick<FlowAction, 'type' | 'action'>[]): string | undefined {
  const guard = actions.find(({ action }) => action?.role === 'guards');
  if (guard === undefined) return undefined;
  return `Its ${quoted(guard.type)} never runs, so what it should protect is open.`;
}

/** Reports actions and rules that no request reaches: the first of each. */
export function checkReach({ phase, rules }: FlowPhase, { report }: PolicyCheck): void {
  let end: FlowAction | undefined;
  for (const { inside, isConditional, actions } of rules) {
    if (end !== undefined) {
      report({
        rule: 'traffic-policy-flow',
        inside,
        message: `the rule is unreachable: ${quoted(end.type)} before it ends all requests`,
        why: deadGuard(actions),
        severity: 'warn',
      });
      return;
    }
    let last: FlowAction | undefined;
    for (const action of actions) {
      if (last !== undefined) {
        report({
          rule: 'traffic-policy-flow',
          inside: [...action.inside, 'type'],
          message: `${quoted(action.type)} is unreachable: ${quoted(last.type)} ends the chain in ${phase}`,
          code: phaseCodes.unreachable,
        });
        break;
      }
      if (endsChain(action) && action.isGuess !== true) last = action;
    }
    if (!isConditional) end = last;
  }
}

/** Reports a cloud endpoint whose policy may leave requests without a response. */
export function checkAnswer(phases: readonly FlowPhase[], { carrier, report }: PolicyCheck): void {
  const { isCloud, protocol } = carrier;
  if (!isCloud || protocol === undefined) return;
  const relevant = phases.filter(
    ({ phase }) => policyPhases[phase].answers.includes(protocol) || phase === 'on_tcp_connect',
  );
  const rules = relevant.flatMap((phase) => phase.rules);
  if (rules.some(({ actions }) => actions.some(({ action }) => action === undefined))) return;
  const answering = rules.filter(({ actions }) => actions.some(endsChain));
  if (answering.some(({ isConditional }) => !isConditional)) return;
  const at = phases.find(({ phase }) => policyPhases[phase].answers.includes(protocol));
  const mistake = {
    rule: 'traffic-policy-flow',
    inside: at?.inside ?? [],
    on: 'key',
    code: phaseCodes.unanswered,
    help: 'end with a rule without expressions that answers or forwards',
  } as const;
  const redirects = rules.some(({ actions }) =>
    actions.some(({ action }) => action?.ends === 'when-url-changes'),
  );
  if (answering.length > 0)
    report({
      ...mistake,
      message: 'only rules with expressions answer: other requests end without an answer',
      severity: 'warn',
    });
  else if (redirects)
    report({
      ...mistake,
      message: 'only a redirect answers: requests whose URL stays the same end without an answer',
      severity: 'warn',
    });
  else report({ ...mistake, message: 'all requests end without an answer: no action answers or forwards' });
}
