import type { DocumentTable } from './document-field.ts';
import { forms } from './forms.ts';
import { resourceFiles } from './resource.ts';
import { allowances } from './words.ts';

const doc =
  'A person approves one change, in the repository, so that a scheduled apply can act on it. Used once.';

export const approval = {
  name: 'approval',
  aliases: ['consent'],
  title: 'kind: approval',
  doc,
  file: resourceFiles,
  called: 'an approval',
  always: ['kind', 'allow', 'address', 'environment', 'change', 'reason'],
  readOn: ['edgewright plan --help', 'edgewright explain settings.safety'],
  fields: {
    kind: { type: 'kind', doc, values: ['approval'], required: true, example: 'approval' },
    allow: {
      type: 'word',
      doc: 'The change that is allowed.',
      values: allowances,
      required: true,
      example: 'exposure',
    },
    address: {
      type: 'string',
      doc: 'The address of the resource, `<kind>/<name>`.',
      form: forms.address,
      names: 'address',
      required: true,
      example: 'https-route/shop',
    },
    environment: {
      type: 'string',
      doc: 'The environment that the approval is for. Every environment when left out.',
      names: 'environment',
      example: 'production',
    },
    change: {
      type: 'string',
      doc: 'The change id that the plan printed, whole: 32 digits. It approves that change, once.',
      form: forms.change,
      required: true,
      example: '4f1c0903b1d24e0f9a7c55d0c8e1b2f3',
    },
    reason: {
      type: 'string',
      doc: 'Why, for the next reader.',
      form: forms.reason,
      required: true,
      ifMissing: { rule: forms.reason.rule },
      example: 'the shop is public from Monday on, SEC-412',
    },
  },
} as const satisfies DocumentTable;
