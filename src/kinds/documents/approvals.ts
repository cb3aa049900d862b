import { approval } from './approval.ts';
import type { DocumentTable } from './document-field.ts';
import { addressPattern } from './forms.ts';
import { resourceFiles } from './resource.ts';

const doc = 'Several changes that a person approves for one reason. Each is used once, on its own.';
const { allow, environment, change, reason } = approval.fields;

export const approvals = {
  name: 'approvals',
  aliases: [],
  title: 'kind: approvals',
  doc,
  file: resourceFiles,
  called: 'a list of approvals',
  always: ['kind', 'allow', 'environment', 'changes', 'reason'],
  readOn: approval.readOn,
  fields: {
    kind: { type: 'kind', doc, values: ['approvals'], required: true, example: 'approvals' },
    allow: { ...allow, doc: 'The change that is allowed, the same for each address.' },
    environment,
    changes: {
      type: 'map',
      doc: 'By address, the change id that the plan printed, whole: 32 digits.',
      keys: 'address',
      values: [{ keys: addressPattern, value: { type: 'string', doc: change.doc, form: change.form } }],
      required: true,
      example: {
        'https-route/shop': '4f1c0903b1d24e0f9a7c55d0c8e1b2f3',
        'https-route/cart': '92b07d4be0c14a5d8f3366a1e7c90d58',
      },
    },
    reason,
  },
} as const satisfies DocumentTable;
