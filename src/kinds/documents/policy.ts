import { kindNames } from '../index.ts';
import type { DocumentGroup, DocumentTable } from './document-field.ts';
import { forms } from './forms.ts';
import { severitySettings } from './words.ts';

/** A CEL expression, or a string with CEL in it. Longer ones are not parsed, as their cost is unknown. */
const expression = { type: 'string', form: forms.something, longest: 4096 } as const;

/** An entry of `policies`. */
export const policy = {
  type: 'group',
  doc: 'A rule of your own. Its id is `policy/<name>`; `edgewright test` runs its tests.',
  fields: {
    kinds: {
      type: 'list',
      doc: 'The kinds it checks, whose fields its expressions may name. Without it all of them.',
      item: { type: 'word', doc: '', called: 'kind', values: kindNames },
      ifEmpty: 'leave it out for all kinds',
      example: ['https-route'],
    },
    where: {
      ...expression,
      doc: 'Whom it concerns, as CEL over `spec`, `labels`, `environment`, `address`, `name` and `kind`. Without it every resource of its kinds.',
      example: 'has(spec.circuit_breaker)',
    },
    assert: {
      ...expression,
      doc: 'The condition to check, as CEL: `has(spec.description)`, `spec.circuit_breaker.tripped_duration <= 60`. Check `has(…)` before a field that may not be set.',
      required: true,
      ifMissing: { help: 'write what must hold, such as `assert: has(spec.backend)`' },
      example: 'spec.circuit_breaker.tripped_duration <= 60',
    },
    message: {
      ...expression,
      doc: 'The message where the condition is false. `{{ name }}` is replaced by the value of an expression.',
      required: true,
      ifMissing: { help: 'write what is said where the assertion does not hold' },
      example: '`tripped_duration` of {{ name }} is more than a minute',
    },
    why: {
      ...expression,
      doc: 'The reason for the policy; shown under every finding.',
      example: 'A shop that is closed for longer loses its customers.',
    },
    severity: {
      type: 'word',
      doc: 'How bad a finding is.',
      called: 'severity',
      values: severitySettings,
      default: 'error',
      example: 'warn',
    },
    suppressible: {
      type: 'boolean',
      doc: 'Whether comments and the baseline may hide its findings.',
      default: true,
      example: false,
    },
  },
} as const satisfies DocumentGroup;

const exampleName = 'quick-recovery';

export const policyExample = {
  [exampleName]: Object.fromEntries(
    Object.entries(policy.fields).map(([key, { example }]) => [key, example]),
  ),
};

/** A single policy, as shown by `explain`. */
export const policyTable = {
  name: 'policy',
  aliases: ['policies', 'lint-policy'],
  title: 'a policy of edgewright.yaml',
  doc: 'A lint rule of your own: an assertion in CEL over every compiled resource. Its id is `policy/<name>`.',
  file: 'edgewright.yaml, under `policies:`',
  called: 'a policy',
  within: ['policies', exampleName],
  always: [],
  readOn: ['edgewright explain policy/<name>', 'edgewright explain policy-test'],
  fields: policy.fields,
} as const satisfies DocumentTable;
