import type { ProgramAction } from '../../policy-program.ts';
import { type EffectInput, type TrafficEffect, isEnforced, refusalBy } from '../../effects/effect.ts';
import { settingsOf, settingsKey } from './settings-key.ts';
import { isTrue } from './questions.ts';
import { jsonItems } from '../../../text/json/json-access.ts';
import { asText } from '../../scope-values.ts';
import { decisions } from '../../../kinds/policy/shared-settings.ts';

export function openInspect(action: ProgramAction, input: EffectInput): TrafficEffect {
  const { type, config } = action;
  const others = settingsOf(action, 'enforce', 'on_error', 'exclude_rule_ids', 'process_body');
  const of = [input.request.body];
  // A rule that is excluded only matters to a request at which no other takes offence.
  const isBlocked =
    (isTrue(input, `${type} blocks ${settingsKey(others, input)}`, of) ||
      (config['process_body'] === true && isTrue(input, `${type} blocks for the body`, of))) &&
    !jsonItems(config['exclude_rule_ids']).some((id) =>
      isTrue(input, `${type} blocks by ${asText(id)} alone`, of),
    );
  const fails = (config['on_error'] ?? 'halt') === 'halt' && isTrue(input, `${type} fails`);
  if (fails || (isBlocked && isEnforced(action))) return refusalBy(action);
  return { does: 'passed', results: { decision: isBlocked ? decisions.refused : decisions.admitted } };
}
