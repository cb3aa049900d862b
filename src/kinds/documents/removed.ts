import type { DocumentTable } from './document-field.ts';
import { forms } from './forms.ts';
import { resourceFiles } from './resource.ts';
import { removals } from './words.ts';

const doc = 'A resource that was removed from the files and that the API cannot delete.';

export const removed = {
  name: 'removed',
  aliases: ['removal', 'retire'],
  title: 'kind: removed',
  doc,
  file: resourceFiles,
  called: 'a removal',
  always: ['kind', 'address', 'then'],
  readOn: ['edgewright explain tls-edge', 'edgewright plan --help'],
  fields: {
    kind: { type: 'kind', doc, values: ['removed'], required: true, example: 'removed' },
    address: {
      type: 'string',
      doc: 'The address of the resource that is no longer declared, `<kind>/<name>`.',
      form: forms.address,
      names: 'former-address',
      required: true,
      example: 'https-route/cart',
    },
    then: {
      type: 'word',
      doc: 'The treatment of the live object. `retire` disables the backend and the transforming modules and leaves the protecting ones on; `forget` drops it from the ledger; `disable-bare` retires it with the smallest valid body where a secret no longer resolves, and its configuration is lost.',
      values: removals,
      required: true,
      example: 'retire',
    },
  },
} as const satisfies DocumentTable;
