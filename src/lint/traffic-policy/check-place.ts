import type { TrafficAction } from '../../kinds/policy/traffic-action.ts';
import { quoted } from '../../model/problem.ts';
import type { Path } from '../../model/value.ts';
import type { PolicyScope } from './check-patterns.ts';

/** Whether the action runs where it is. */
export function checkPlace(
  type: string,
  action: TrafficAction,
  inside: Path,
  { check, phase }: PolicyScope,
): boolean {
  const at = { inside: [...inside, 'type'] };
  if (action.type !== type)
    check.report({
      ...at,
      rule: 'traffic-policy-deprecated',
      message: `${quoted(type)} is the former name of \`${action.type}\``,
      help: `write \`${action.type}\``,
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
      help: `it runs in ${action.phases.map((one) => `\`${one}\``).join(' and ')}`,
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
