import type { DocumentField, DocumentTable } from './document-field.ts';

const parts = {
  upstreams: {
    type: 'map',
    doc: 'Servers on this machine for backends and internal URLs; `*` matches any characters. `--upstream` wins.',
    entry: 'the server for',
    values: [{ value: { type: 'string', doc: '' } }],
    example: { 'backend/shop': 'http://localhost:3000', 'https://*.internal': 'http://localhost:3001' },
  },
  hosts: {
    type: 'map',
    doc: 'Hosts of HTTPS edges, which the API does not tell. `--host` wins.',
    entry: 'the edge of',
    values: [{ value: { type: 'string', doc: '' } }],
    example: { 'shop.example.com': 'https-edge/main' },
  },
  key_sets: {
    type: 'map',
    doc: 'Files of keys, by the URL of the published set that each replaces. `--key-set` wins.',
    entry: 'the file of keys for',
    values: [{ value: { type: 'string', doc: '' } }],
    alone: { 'https://id.example.com/jwks': 'keys.json' },
  },
  from: {
    type: 'any',
    doc: 'Facts about every client, as `from` of a test: `edgewright explain test.from` lists them.',
    alone: { country: 'DE' },
  },
  given: {
    type: 'any',
    doc: 'Other facts about every request, as `given` of a test: `edgewright explain test.given` lists them.',
    alone: { ip_policies: { office: ['127.0.0.0/8', '::1/128'] } },
  },
} as const satisfies Readonly<Record<string, DocumentField>>;

/** Keys of the file, and of each environment in it. */
export type DevFileKey = keyof typeof parts;

export const devFileKeys = Object.keys(parts) as readonly DevFileKey[];

/** The file beside edgewright.yaml that says what is so on one machine. */
export const devFile = {
  name: 'dev',
  aliases: ['edgewright.dev.yaml', 'dev-file'],
  title: 'edgewright.dev.yaml',
  doc: 'The servers and facts of one machine, beside edgewright.yaml: `edgewright dev` and `test --send` read it.',
  file: 'edgewright.dev.yaml',
  called: 'edgewright.dev.yaml',
  always: [],
  readOn: ['edgewright dev --help', 'edgewright explain test.given'],
  fields: {
    ...parts,
    environments: {
      type: 'map',
      doc: 'The same keys for one environment, by its name.',
      keys: 'environment',
      values: [{ value: { type: 'any', doc: '' } }],
      alone: { staging: { hosts: { 'staging.example.com': 'https-edge/main' } } },
    },
  },
} as const satisfies DocumentTable;
