import { nameables } from '../../kinds/references.ts';
import { resourceName, variableName } from './expressions.ts';
import type { JsonSchema } from './json-schema.ts';
import { addressPattern } from './resource-schemas.ts';

const id = '^[A-Za-z0-9_-]{1,128}$';

const ids: JsonSchema = {
  type: 'object',
  description: 'Names for things that this API refers to but cannot create: `backend/shop: bkdhr_2Cd`.',
  patternProperties: Object.fromEntries(
    Object.entries(nameables).map(([target, { title, idPrefixes }]) => [
      `^${target}/[A-Za-z0-9][A-Za-z0-9._-]*$`,
      {
        type: 'string',
        pattern: id,
        patternErrorMessage: `must be the id of the ${title}: letters, digits, \`_\` and \`-\``,
        description: `The id of the ${title}; it usually begins with \`${idPrefixes[0]}\`.`,
      },
    ]),
  ),
  additionalProperties: false,
};

const object: JsonSchema = { type: 'string', pattern: '\\S' };

const adoptedFrom: JsonSchema = {
  type: 'object',
  properties: {
    id: { ...object, description: 'An id, `edge_id/route_id`, or the uri of the object.' },
    from: {
      type: 'string',
      pattern: `${resourceName}|^[0-9a-f]{16}$`,
      description:
        'The environment that has the object now and lets it go, or the owner of another workspace as `plan` names it.',
    },
  },
  required: ['id'],
  additionalProperties: false,
};

/** A file of environments/. */
export const environmentSchema: JsonSchema = {
  type: 'object',
  properties: {
    vars: {
      type: 'object',
      description: 'Variables: `$(name)` in a spec takes the value and its type.',
      patternProperties: { [`^${variableName}$`]: {} },
      additionalProperties: false,
    },
    ids,
    adopt: {
      type: 'object',
      description:
        'What already exists and is taken over: an id, `edge_id/route_id`, or the uri of the object; `{ id, from }` for what another environment or workspace has until now.',
      patternProperties: { [addressPattern]: { anyOf: [object, adoptedFrom] } },
      additionalProperties: false,
    },
    drift: {
      enum: ['report', 'revert'],
      default: 'report',
      description: '`report`: a change made outside is reported, not undone. `revert`: it is undone.',
    },
  },
  additionalProperties: false,
};
