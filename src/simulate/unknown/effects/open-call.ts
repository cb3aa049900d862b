import type { JsonObject } from '../../../model/value.ts';
import type { ProgramAction } from '../../policy-program.ts';
import { type EffectInput, type TrafficEffect, filled } from '../../effects/effect.ts';
import { settingsKey, settingsOf } from './settings-key.ts';
import { isUnknownValue } from '../../../model/traffic/unknown.ts';
import { keyOfKnowable, isTrue, variable } from './questions.ts';
import { Term } from '../term.ts';

export function openCall(action: ProgramAction, input: EffectInput): TrafficEffect {
  const { config, type } = action;
  const call = `${type} ${settingsKey(settingsOf(action, 'on_error'), input)}`;
  const url = filled(config['url'] ?? '', input);
  input.noteCall?.({
    url: isUnknownValue(url) ? keyOfKnowable(url) : url,
    text: call,
    isWriting: isWritingCall(config),
  });
  const isAnswered = config['on_error'] === 'halt' ? isTrue(input, `answered ${call}`) : true;
  if (!isAnswered) return { does: 'refused', status: 500 };
  const of = (name: string): Term => variable(input, `${name} of ${call}`);
  return {
    does: 'passed',
    results: { req: of('request'), res: of('response'), attempts: of('attempts'), error: of('error') },
  };
}

/** Whether the method of a call is not one that only asks. */
export function isWritingCall({ method = 'GET' }: JsonObject): boolean {
  return typeof method !== 'string' || !/^(?:GET|HEAD|OPTIONS)$/i.test(method);
}
