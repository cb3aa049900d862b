import type { Plan } from '../../src/model/plan/plan.ts';
import type { StepAction } from '../../src/model/plan/step.ts';
import type { Address } from '../../src/model/workspace/address.ts';
import { changeOf, planOf, stepOf } from '../report/made-plan.ts';

/** A plan with the text in every field that a user or a server can set. */
export function planWith(text: string, action: StepAction): Plan {
  const step = stepOf(`endpoint/${text}`, action, {
    reason: { code: 'gone', id: text },
    origin: { file: `${text}/${text}.yaml`, line: 1, column: 1, layer: text },
    formerly: text as Address,
    drifted: [text],
    missingSecrets: [text],
    remedies: [
      { code: 'pull', command: text },
      { code: 'formerly-there', address: text, other: text },
    ],
    since: text,
    hash: text,
    labels: { [text]: text },
    exposure: {
      direction: 'weaker',
      reasons: [{ code: 'module-off', module: text }],
      isAllowed: false,
      change: '4afc6903b1d24e0f9a7c55d0c8e1b2f3',
    },
    protection: { before: [text], after: [], changed: [text] },
    requests: [{ operation: {} as never, method: 'POST', path: `/${text}`, body: undefined }],
    changes: [
      changeOf(text, { before: text, after: `${text}!` }, { applied: text }),
      changeOf(`a.${text}`, { after: `${text}\n`.repeat(20) }, { form: 'traffic-policy' }),
      changeOf('b', { before: [text], after: { [text]: text } }),
      changeOf('c', { before: text, after: text }, { isSecret: true }),
      changeOf('d', { before: `<a>${text}</a>`.repeat(20), after: '<a/>' }, { form: 'saml-metadata' }),
    ],
  });
  const { exposure: _exposure, missingSecrets: _secrets, ...plain } = step;
  return planOf([step, { ...plain, address: `${step.address}2` as Address, missingSecrets: [] }], {
    environment: text,
    base: { ref: text, commit: text },
    notes: [{ topic: 'orphan', address: text as Address, fact: { code: 'stray', id: text } }],
    refusals: [
      { gate: 'protect', fact: { code: 'protected' }, addresses: [text as Address] },
      { gate: 'exposure', fact: { code: 'less-protected' }, addresses: [text as Address] },
    ],
    traffic: [{ space: text, from: text, to: text }],
  });
}
