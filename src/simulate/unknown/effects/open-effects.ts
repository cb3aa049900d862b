/**
 * The effects of actions on a request that is not given, where they depend on more than the request: who vouches for
 * the caller, what the world answers. A guard is a question named by what decides, so that the same guard has the same
 * name wherever it is, and another party, list or key is another question.
 */
import type { ActionEffect } from '../../../kinds/policy/traffic-action.ts';
import {
  type ActionFunction,
  passed,
  isEnforced,
  refusalBy,
  endedBy,
  numberIn,
  type EffectInput,
  type TrafficEffect,
} from '../../effects/effect.ts';
import { variable, isTrue, keyOfKnowable } from './questions.ts';
import { settingsKey, settingsOf } from './settings-key.ts';
import { openCall } from './open-call.ts';
import { openAddress } from './open-address.ts';
import { openCertificate } from './open-certificate.ts';
import { openPassword } from './open-password.ts';
import { openToken } from './open-token.ts';
import { openCount } from './open-count.ts';
import { openInspect } from './open-inspect.ts';
import { openLogin } from './open-login.ts';
import { movedUrl, isAskedFor } from './moved-url.ts';
import type { ProgramAction } from '../../policy-program.ts';

/** The effects that need more than the request. */
export const openEffects: Partial<Readonly<Record<ActionEffect, ActionFunction>>> = {
  'ask-model': ({ type, config }, input) => ({
    does: 'responded',
    response: {
      status: 200,
      headers: new Map(),
      body: variable(input, `answer of ${type} ${settingsKey(config, input)}`),
    },
  }),
  // It protects the upstream, and keeps no one out for who they are.
  'break-circuit': () => passed,
  call: openCall,
  'check-address': openAddress,
  'check-certificate': openCertificate,
  'check-password': openPassword,
  'check-signature': (action, input) => {
    const verified = isTrue(input, `signed ${settingsKey(settingsOf(action, 'enforce'), input)}`, [
      input.request.body,
    ]);
    return verified || !isEnforced(action) ? { does: 'passed', results: { verified } } : refusalBy(action);
  },
  'check-token': openToken,
  count: openCount,
  end: ({ type }) => endedBy(type),
  inspect: openInspect,
  'log-in': openLogin,
  observe: () => passed,
  redirect: ({ config }, input) => {
    const url = movedUrl(config, input);
    if (url === undefined || isAskedFor(url, input)) return passed;
    const response = {
      status: numberIn(config['status_code']) ?? 302,
      headers: new Map([['location', [url]]]),
      body: '',
    };
    return { does: 'responded', isUnclear: true, response };
  },
  'replace-in-body': ({ config }, input) => {
    const response = input.phase === 'on_http_response' ? input.response : undefined;
    const { body: before } = response ?? input.request;
    const body = variable(input, `replaced ${settingsKey(config, input)} ${keyOfKnowable(before)}`);
    return response !== undefined
      ? { does: 'changed', response: { ...response, body } }
      : { does: 'changed', request: { ...input.request, body } };
  },
  'rewrite-url': ({ config }, input) => {
    const url = movedUrl(config, input);
    if (url === undefined) return passed;
    return { does: 'changed', request: { ...input.request, url }, results: { url } };
  },
};

/** An action that is not known may end the request, depending on its settings. */
export function unknownAction({ type, config }: ProgramAction, input: EffectInput): TrafficEffect {
  const name = `${type} ${settingsKey(config, input)}`;
  return isTrue(input, `${name} ends the request`) ? endedBy(name) : passed;
}
