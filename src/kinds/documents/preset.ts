import type { DocumentTable } from './document-field.ts';
import { forms } from './forms.ts';
import { resourceFiles } from './resource.ts';

const doc = 'Fields that several resources share: they name it under `uses`.';

export const preset = {
  name: 'preset',
  aliases: ['presets'],
  title: 'kind: preset',
  doc,
  file: resourceFiles,
  called: 'a preset',
  always: ['kind', 'name', 'spec'],
  readOn: ['edgewright explain resource.uses', 'edgewright schema resource'],
  fields: {
    kind: { type: 'kind', doc, values: ['preset'], required: true, example: 'preset' },
    name: {
      type: 'string',
      doc: 'The name of the preset: lower-case letters, digits and hyphens, at most 63.',
      form: forms.name,
      required: true,
      ifMissing: { rule: 'resource-name-required' },
      example: 'guarded',
    },
    spec: {
      type: 'spec',
      doc: 'Fields of any kind, as a resource would write them. `null` takes out the field of an earlier preset.',
      required: true,
      example: {
        oidc: {
          issuer: 'https://login.example.com',
          client_id: 'shop',
          client_secret: '$(secret:SHOP_OIDC)',
          scopes: ['openid'],
        },
      },
    },
  },
} as const satisfies DocumentTable;
