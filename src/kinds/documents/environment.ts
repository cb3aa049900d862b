import { nameables } from '../references.ts';
import type { DocumentString, DocumentTable } from './document-field.ts';
import { addressPattern, forms, variablePattern } from './forms.ts';
import { driftModes } from './words.ts';

const object = {
  type: 'string',
  doc: 'An id, `edge_id/route_id`, or the uri of the object.',
  form: { ...forms.something, rule: 'adopt-format' },
} as const;

/** Patterns of names and ids for each kind of object that the API refers to but cannot create. */
const nameableIds = Object.entries(nameables).map(([target, { title, idPrefixes }]) => ({
  keys: `^${target}/[A-Za-z0-9][A-Za-z0-9._-]*$`,
  value: {
    type: 'string',
    doc: `The id of the ${title}; it usually begins with \`${idPrefixes[0] ?? ''}\`.`,
    form: {
      pattern: '^[A-Za-z0-9_-]{1,128}$',
      is: `the id of the ${title}: letters, digits, \`_\` and \`-\``,
      rule: 'id-format',
      not: 'a valid id',
      help: 'use letters, digits, `_` and `-`, at most 128',
    },
  } satisfies DocumentString,
}));

export const environment = {
  name: 'environment',
  aliases: ['environments', 'environments/<name>.yaml'],
  title: 'environments/<name>.yaml',
  doc: 'The values of one environment: variables, ids and adopted objects. An empty file is an environment, too.',
  file: 'environments/<name>.yaml, or the files of environments/<name>/',
  called: 'an environment',
  always: [],
  readOn: ['edgewright schema environment', 'edgewright pull --help'],
  fields: {
    vars: {
      type: 'map',
      doc: 'Variables: `$(name)` in a spec takes the value and its type.',
      keys: 'variable',
      values: [{ keys: `^${variablePattern}$`, value: { type: 'any', doc: '' } }],
      example: { domain: 'example.com' },
    },
    ids: {
      type: 'map',
      doc: 'Names for things that this API refers to but cannot create: `backend/shop: bkdhr_2Cd`.',
      keys: 'id',
      values: nameableIds,
      example: { 'https-edge/main': 'edghts_2NA', 'backend/shop': 'bkdhr_2NC' },
    },
    adopt: {
      type: 'map',
      doc: 'Live objects to adopt: an id, `edge_id/route_id`, or the URI of the object; `{ id, from }` for an object that another environment or workspace manages.',
      keys: 'address',
      values: [
        {
          keys: addressPattern,
          value: {
            type: 'either',
            doc: '',
            short: object,
            long: {
              type: 'group',
              doc: '',
              fields: {
                id: { ...object, required: true, ifMissing: { rule: 'adopt-format', help: 'write `id: …`' } },
                from: {
                  type: 'string',
                  doc: 'The environment that has the object now and lets it go, or the owner of another workspace as `plan` names it.',
                  form: forms.owner,
                },
              },
            },
          },
        },
      ],
      example: { 'https-route/shop': 'edghts_2NA/edghtsrt_2ND' },
    },
    drift: {
      type: 'word',
      doc: '`report`: a change made outside is reported, not undone. `revert`: it is undone.',
      called: '`drift` mode',
      values: driftModes,
      default: 'report',
      example: 'report',
    },
  },
} as const satisfies DocumentTable;
