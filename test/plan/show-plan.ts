import type { Step } from '../../src/model/plan/step.ts';
import type { Plan } from '../../src/model/plan/plan.ts';
import type { FieldChange } from '../../src/model/plan/change.ts';
import { maskedValue } from '../../src/derive/forms/masked.ts';
import { overrideText } from '../../src/report/plan/words/refusal-words.ts';

/** A plan as the cases expect it: all steps that are not silent, without reasons and places. */
export function showPlan({ steps, refusals, notes }: Plan): string {
  return [
    ...steps.filter((step) => step.action !== 'keep' || step.formerly !== undefined).flatMap(showStep),
    ...refusals.map((refusal) => `refuse ${refusal.gate}: ${overrideText(refusal)}`),
    ...notes
      .filter(({ topic }) => topic !== 'scope' && topic !== 'unlisted')
      .map(({ topic, address }) => `note ${topic}${address === undefined ? '' : ` ${address}`}`),
  ].join('\n');
}

function showStep(step: Step): readonly string[] {
  const { action, address, formerly, exposure, possibleExposure, missingSecrets, restsOn } = step;
  const words = [
    `${action} ${address}`,
    ...(formerly === undefined ? [] : [`formerly ${formerly}`]),
    ...(exposure === undefined
      ? []
      : [exposure.isAllowed ? `(${exposure.direction}, allowed)` : `(${exposure.direction})`]),
    ...(possibleExposure === undefined ? [] : ['(possibly exposed)']),
    ...(restsOn === undefined ? [] : [`rests on ${restsOn.join(' ')}`]),
    ...(missingSecrets.length === 0 ? [] : [`needs ${missingSecrets.join(' ')}`]),
  ];
  return [
    words.join(' '),
    ...step.changes.map(showChange),
    ...step.requests.map(
      ({ method, path, body }) =>
        `  ${method} ${path}${body === undefined ? '' : ` ${JSON.stringify(maskedValue(body))}`}`,
    ),
  ];
}

function showChange({ path, before, after, cause, isSecret }: FieldChange): string {
  const show = (value: FieldChange['before']): string =>
    value === undefined ? 'nothing' : JSON.stringify(value);
  return `  ${path}: ${show(before)} -> ${show(after)}${cause === 'configuration' ? '' : ` [${cause}]`}${isSecret ? ' secret' : ''}`;
}
