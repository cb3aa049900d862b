import { kindNames } from '../index.ts';
import type { DocumentTable } from './document-field.ts';
import { forms } from './forms.ts';

export const resourceFiles =
  'a file that `resources:` of edgewright.yaml matches, such as resources/shop.yaml';

/** The keys that documents of all kinds have, outside the fields of their kind. */
export const resource = {
  name: 'resource',
  aliases: ['resources', 'document'],
  title: 'what is beside `spec`',
  doc: 'The keys that a document of each kind has beside the fields of its kind: its name, where it exists, and what it shares.',
  file: resourceFiles,
  called: 'a resource',
  always: ['kind', 'name', 'spec'],
  readOn: [...kindNames.map((kind) => `edgewright explain ${kind}`), 'edgewright schema resource'],
  fields: {
    kind: {
      type: 'kind',
      doc: 'The kind of the resource.',
      values: kindNames,
      required: true,
      example: 'https-route',
    },
    name: {
      type: 'string',
      doc: 'The name of the resource: lower-case letters, digits and hyphens, at most 63. With its kind it is the address, `<kind>/<name>`.',
      form: forms.name,
      required: true,
      ifMissing: { rule: 'resource-name-required' },
      example: 'shop',
    },
    labels: {
      type: 'map',
      doc: 'Words to find the resource by, such as `team: payments`; `--only team=payments` uses them. They stay in the repository.',
      values: [{ value: { type: 'string', doc: '' } }],
      example: { team: 'payments' },
    },
    uses: {
      type: 'list',
      doc: 'Presets, in order: a later one replaces a field of an earlier one whole, and `spec` replaces both.',
      item: { type: 'string', doc: '', names: 'preset' },
      example: ['guarded'],
    },
    formerly: {
      type: 'list',
      doc: 'Names that it had before: it is renamed, not deleted and created. May name an orphan, which revives it.',
      item: { type: 'string', doc: '' },
      example: ['store'],
    },
    environments: {
      type: 'list',
      doc: 'The environments it exists in. Every environment when left out.',
      item: { type: 'string', doc: '', names: 'environment' },
      ifEmpty: 'name at least one, or leave out `environments` for all of them',
      example: ['production'],
    },
    spec: {
      type: 'spec',
      doc: 'The fields of the kind, as they are sent to the API.',
      example: {
        edge_id: 'https-edge/main',
        match_type: 'path_prefix',
        match: '/shop',
        backend: { backend_id: 'backend/shop' },
      },
    },
    overrides: {
      type: 'map',
      doc: 'By environment: fields that replace those of `spec` whole. `null` takes a field out.',
      keys: 'environment',
      values: [{ value: { type: 'spec', doc: '' } }],
      example: { production: { description: 'the shop of $(domain)' } },
    },
  },
} as const satisfies DocumentTable;
