import type { ProgramAction } from '../../policy-program.ts';
import { type EffectInput, type TrafficEffect, passed, textList } from '../../effects/effect.ts';
import { askOf, variable, isTrue } from './questions.ts';
import { settingsKey, settingsOf } from './settings-key.ts';
import { secondsOf } from '../../../text/durations.ts';

export function openLogin(action: ProgramAction, input: EffectInput): TrafficEffect {
  const { config, type } = action;
  const isPreflight =
    config['allow_cors_preflight'] === true &&
    askOf(input)({ is: 'in', of: variable(input, 'req.method', 'string'), values: ['OPTIONS'] });
  if (isPreflight) return passed;
  const party = `${type} ${settingsKey(
    settingsOf(
      action,
      ...sessionLimits,
      'allow_cors_preflight',
      'scopes',
      'authorized_groups',
      'client_secret',
    ),
    input,
  )}`;
  const asked: TrafficEffect = { does: 'asked', providers: [type] };
  if (!isTrue(input, `logged in with ${party}`)) return asked;
  for (const name of sessionLimits) {
    const bound = secondsOf(config[name]);
    const of = variable(input, `${name} of a login with ${party}`);
    if (bound !== undefined && !askOf(input)({ is: 'at-most', of, bound })) return asked;
  }
  const groups = textList(config['authorized_groups']);
  if (groups.length > 0 && !groups.some((group) => isTrue(input, `in the group ${group} of ${party}`)))
    return { does: 'refused', status: 403 };
  return { does: 'passed', results: { identity: variable(input, `identity at ${party}`) } };
}

/** Settings of a login that only limit how long it lasts, or for whom. */
const sessionLimits = [
  'max_session_duration',
  'idle_session_timeout',
  'idle_session_duration',
  'userinfo_refresh_interval',
] as const;
