/**
 * The effects of actions of traffic policies on a request, one function an effect. A fact that a test does
 * not give is unknown, not guessed: `decide` then follows both ways.
 */
import { decisions } from '../../kinds/policy/shared-settings.ts';
import type { ActionEffect } from '../../kinds/policy/traffic-action.ts';
import type { Unknown } from '../../model/traffic/unknown.ts';
import type { Json } from '../../model/value.ts';
import type { ProgramAction } from '../policy-program.ts';
import { addressEffect } from './address-effects.ts';
import { redirectEffect, respondEffect, rewriteEffect } from './answer-effects.ts';
import { callEffect } from './call-effects.ts';
import { certificateEffect, passwordEffect, signatureEffect } from './credential-effects.ts';
import {
  endedBy,
  filled,
  numberIn,
  passed,
  refusalBy,
  textList,
  undocumented,
  type ActionFunction,
  type EffectInput,
  type TrafficEffect,
} from './effect.ts';
import { countEffect, isBroken } from './limit-effects.ts';
import { loginAction } from './login-effects.ts';
import {
  appendHeaders,
  compressEffect,
  dropHeaders,
  logEffect,
  replaceInBody,
  setVariables,
} from './message-effects.ts';
import { openEffects, unknownAction } from '../unknown/effects/open-effects.ts';
import { tokenEffect } from './token-effects.ts';

export function effectOfAction(action: ProgramAction, input: EffectInput): TrafficEffect {
  const { action: table, type } = action;
  const isMisplaced = table !== undefined && !table.phases.includes(input.phase);
  if (table === undefined && input.ask !== undefined) return unknownAction(action, input);
  if (table === undefined)
    return input.decide({ why: 'undocumented', of: type }, type) ? endedBy(type) : passed;
  if (isMisplaced) return undocumented(type, input);
  const run = (input.ask === undefined ? undefined : openEffects[table.effect]) ?? effects[table.effect];
  return run(action, input);
}

const effects: Readonly<Record<ActionEffect, ActionFunction>> = {
  'append-headers': appendHeaders,
  'ask-model': ({ type }) => unknownAnswer(type),
  'break-circuit': (action, input) => (isBroken(action.config, input) ? refusalBy(action) : passed),
  call: callEffect,
  'check-address': addressEffect,
  'check-certificate': certificateEffect,
  'check-password': passwordEffect,
  'check-signature': signatureEffect,
  'check-token': tokenEffect,
  close: () => ({ does: 'closed' }),
  compress: ({ config, action }, input) =>
    compressEffect(textList(config['algorithms'] ?? defaultOf(action, 'algorithms')), input),
  count: countEffect,
  end: ({ type }) => endedBy(type),
  forward: ({ config }, input) => ({
    does: 'forwarded',
    url: filled(config['url'] ?? '', input),
    continues: config['on_error'] === 'continue',
  }),
  inspect: (action, { facts: { given } }) =>
    given.firewall === 'block'
      ? refusalBy(action)
      : { does: 'passed', results: { decision: decisions.admitted } },
  'log-in': loginAction,
  observe: logEffect,
  redirect: redirectEffect,
  refuse: ({ config, action }) => ({
    does: 'refused',
    isFinal: true,
    status: numberIn(config['status_code']) ?? action?.refusal ?? 403,
  }),
  'drop-headers': dropHeaders,
  'replace-in-body': replaceInBody,
  'replace-in-messages': () => passed,
  respond: respondEffect,
  'rewrite-url': rewriteEffect,
  'set-variables': setVariables,
};

/** A response of which no fact says anything. */
function unknownAnswer(of: string): TrafficEffect {
  const unknown: Unknown = { why: 'undocumented', of: `the answer of ${of}` };
  return { does: 'responded', response: { status: { unknown }, headers: new Map(), body: { unknown } } };
}

function defaultOf(action: ProgramAction['action'], name: string): Json {
  const setting = action?.settings[name];
  return setting?.default ?? [];
}
