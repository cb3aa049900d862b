import type { ProgramAction } from '../../policy-program.ts';
import {
  type EffectInput,
  type TrafficEffect,
  textList,
  numberIn,
  isEnforced,
  refusalBy,
} from '../../effects/effect.ts';
import { keyOfKnowable, variable, askOf, isTrue } from './questions.ts';
import { settingsKey, configWithout } from './settings-key.ts';
import { Term } from '../term.ts';
import { countInSeconds } from '../term-relations.ts';
import { secondsOf } from '../../../text/durations.ts';

export function openCount(action: ProgramAction, input: EffectInput): TrafficEffect {
  const { config } = action;
  const keys = textList(config['bucket_key']).map((key) => keyOfKnowable(input.evaluate(key)));
  const others = settingsKey(
    configWithout(config, 'capacity', 'rate', 'enforce', 'bucket_key', 'name'),
    input,
  );
  const rate = secondsOf(config['rate']) ?? settingsKey(config['rate'], input);
  const counted = variable(input, `requests that ${others} counts by ${keys.join(' ')}`);
  const of = new Term(askOf(input), countInSeconds, { args: [counted, rate], type: 'int' });
  const bound = numberIn(config['capacity']);
  const isLimited =
    bound === undefined
      ? isTrue(input, `${of.key} above ${settingsKey(config['capacity'], input)}`)
      : !askOf(input)({ is: 'at-most', of, bound });
  if (isLimited && isEnforced(action)) return refusalBy(action);
  return {
    does: 'passed',
    results: { limited: isLimited, bucket_key: variable(input, 'bucket_key', 'string') },
  };
}
