import { kinds } from '../../kinds/index.ts';
import type { Kind } from '../../kinds/kind.ts';
import { resourceName } from './expressions.ts';
import { refTo, type Definitions, type JsonSchema } from './json-schema.ts';
import { presetSpecSchema } from './preset-schema.ts';
import { specSchema } from './spec-schema.ts';

const kindPattern = Object.keys(kinds).join('|');
/** `<kind>/<name>`. */
export const addressPattern = `^(${kindPattern})/[a-z0-9]([a-z0-9-]{0,62})$`;

const name = (of: string): JsonSchema => ({
  type: 'string',
  pattern: resourceName,
  patternErrorMessage:
    'must be lower-case letters, digits and hyphens, at most 63, and not begin with a hyphen',
  description: `The name of the ${of}: lower-case letters, digits and hyphens, at most 63.`,
});

const address: JsonSchema = {
  type: 'string',
  pattern: addressPattern,
  patternErrorMessage: 'must be `<kind>/<name>`, such as `https-route/shop-checkout`',
  description: 'The address of the resource, `<kind>/<name>`.',
};

const names = (description: string): JsonSchema => ({
  type: 'array',
  items: { type: 'string' },
  description,
});

/** The definitions of the documents that a resource file may hold, under `document.<kind>`. */
export function documentDefinitions(audience: 'file' | 'editor'): Definitions {
  const documents: Record<string, JsonSchema> = {};
  for (const kind of Object.values(kinds)) {
    documents[`spec.${kind.name}`] = specSchema(kind.fields, audience);
    documents[`document.${kind.name}`] = resource(kind);
  }
  documents['document.preset'] = preset(presetSpecSchema(audience));
  documents['document.removed'] = removed;
  documents['document.approval'] = approval;
  return documents;
}

function document(
  kind: string,
  required: readonly string[],
  properties: Record<string, JsonSchema>,
): JsonSchema {
  return {
    type: 'object',
    properties: { kind: { const: kind, description: kindSentences[kind] ?? '' }, ...properties },
    required: ['kind', ...required],
    additionalProperties: false,
  };
}

/** The kinds of document, each with a sentence. */
export const kindSentences: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.values(kinds).map((kind) => [
      kind.name,
      `${kind.title.startsWith('HTTPS') ? 'An' : 'A'} ${kind.title}. ${kind.doc}`,
    ]),
  ),
  preset: 'Fields that several resources share: they name it under `uses`.',
  removed: 'What happens to a thing that is no longer written down and that the API cannot delete.',
  approval:
    'A person approves one change, in the repository, so that a scheduled apply can act on it. Used once.',
};

function resource(kind: Kind): JsonSchema {
  return document(kind.name, ['name'], {
    name: name(kind.title),
    labels: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description:
        'Words to find the resource by, such as `team: payments`; `--only team=payments` uses them. They stay in the repository.',
    },
    uses: names(
      'Presets, in order: a later one replaces a field of an earlier one whole, and `spec` replaces both.',
    ),
    formerly: names(
      'Names that it had before: it is renamed, not deleted and created. May name an orphan, which revives it.',
    ),
    environments: names('The environments it exists in. Every environment when left out.'),
    spec: { ...refTo(`spec.${kind.name}`), description: `${kind.doc} API ${kind.section}` },
    overrides: {
      type: 'object',
      additionalProperties: refTo(`spec.${kind.name}`),
      description: 'By environment: fields that replace those of `spec` whole. `null` takes a field out.',
    },
  });
}

function preset(spec: JsonSchema): JsonSchema {
  const description =
    'Fields of any kind, as a resource would write them. `null` takes out the field of an earlier preset.';
  return document('preset', ['name', 'spec'], { name: name('preset'), spec: { ...spec, description } });
}

const removed = document('removed', ['address', 'then'], {
  address,
  then: {
    enum: ['retire', 'forget', 'disable-bare'],
    description:
      '`retire` disables the backend and the transforming modules and leaves the protecting ones on; `forget` drops it from the ledger; `disable-bare` retires it with the smallest valid body where a secret no longer resolves, and its configuration is lost.',
  },
});

const approval = document('approval', ['allow', 'address', 'change', 'reason'], {
  allow: {
    enum: ['exposure', 'delete', 'recreate', 'revert', 'write-secret'],
    description: 'What is allowed.',
  },
  address,
  environment: {
    type: 'string',
    description: 'The environment it holds in. Every environment when left out.',
  },
  change: {
    type: 'string',
    pattern: '^[0-9a-f]{6,64}$',
    patternErrorMessage: 'must be the change id that the plan printed, 32 digits from 0 to f',
    description: 'The change id that the plan printed, whole: 32 digits. It approves that change, once.',
  },
  reason: { type: 'string', pattern: '\\S', description: 'Why, for the next reader.' },
});

/** One document of a resource file, dispatched by its `kind`. */
export function resourceFileSchema(): JsonSchema {
  const all = Object.keys(kindSentences);
  return {
    type: 'object',
    required: ['kind'],
    properties: {
      kind: { enum: all, description: all.map((kind) => `- \`${kind}\`: ${kindSentences[kind]}`).join('\n') },
    },
    allOf: all.map((kind) => ({
      if: { required: ['kind'], properties: { kind: { const: kind } } },
      then: refTo(`document.${kind}`),
    })),
  };
}
