import type { ProgramAction } from '../../policy-program.ts';
import { type EffectInput, type TrafficEffect, filled, isEnforced, refusalBy } from '../../effects/effect.ts';
import { headerValue } from '../../messages.ts';
import { knownOrTerm, askOf, variable } from './questions.ts';
import { jsonItems } from '../../../text/json/json-access.ts';
import { Term } from '../term.ts';
import { callTerm } from '../term-operations.ts';

export function openPassword(action: ProgramAction, input: EffectInput): TrafficEffect {
  const header = headerValue(input.request.headers, 'authorization');
  const sent = header === undefined ? undefined : knownOrTerm(header);
  const authorized =
    sent !== undefined &&
    jsonItems(action.config['credentials']).some((item) => {
      const credential = knownOrTerm(filled(item, input));
      const expected = [credential, sent].some((side) => side instanceof Term)
        ? callTerm('==', [callTerm(passwordSent, [sent, credential]), credential], 'bool')
        : undefined;
      return expected === undefined
        ? sent === `Basic ${Buffer.from(String(credential)).toString('base64')}`
        : askOf(input)({ is: 'true', of: expected });
    });
  const credentials = {
    members: {
      presented: sent !== undefined,
      username: sent === undefined ? '' : variable(input, 'user of the password', 'string'),
      authorized,
    },
  };
  return authorized || !isEnforced(action) ? { does: 'passed', results: { credentials } } : refusalBy(action);
}

/** The name of what a client sends, read as the password that it is compared with. */
export const passwordSent = 'basic credentials';
