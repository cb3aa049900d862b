import { kindNames } from '../../kinds/index.ts';
import type { JsonSchema } from './json-schema.ts';
import { policyName, secretName, snapshotKey } from './expressions.ts';
import { uint32Max } from './words.ts';

const severities = ['error', 'warn', 'info', 'off'];

const ruleSetting: JsonSchema = {
  type: ['string', 'object'],
  enumDescriptions: ['fails the run', 'is reported', 'is reported in passing', 'is not looked for'],
  if: { type: 'string' },
  then: { enum: severities },
  else: {
    properties: {
      severity: { enum: severities, description: 'How bad a finding of the rule is.' },
      options: {
        type: 'object',
        description: "The rule's own options; `edgewright explain <rule>` lists them.",
      },
    },
    additionalProperties: false,
  },
};

const rules: JsonSchema = {
  type: 'object',
  additionalProperties: ruleSetting,
  description: 'By rule id: a severity, or `{severity, options}`. `edgewright rules` lists them.',
};

const globs = (description: string): JsonSchema => ({
  type: 'array',
  items: { type: 'string' },
  description,
});

const lint: JsonSchema = {
  type: 'object',
  description: 'What is looked for.',
  properties: {
    preset: {
      enum: ['minimal', 'recommended', 'strict'],
      default: 'recommended',
      description: 'The rules to start from. `minimal` is what the API states; each contains the one before.',
    },
    rules,
    overrides: {
      type: 'array',
      description: 'Other settings for a part of the workspace.',
      items: {
        type: 'object',
        properties: {
          files: globs('Files, as globs from the root of the workspace.'),
          addresses: globs('Resources, as globs over addresses: `https-route/internal-*`.'),
          rules,
        },
        required: ['rules'],
        additionalProperties: false,
      },
    },
    baseline: {
      type: 'string',
      pattern: '\\.json$',
      default: 'edgewright-baseline.json',
      description:
        'The file of findings that are known and put off; a path from this file. `edgewright baseline create` writes it.',
    },
  },
  additionalProperties: false,
};

const ledger: JsonSchema = {
  type: 'object',
  description: 'Where it is kept which object of the API belongs to which resource. `init` writes it.',
  properties: {
    store: { enum: ['file'], description: '`file`: in the folder `.edgewright` of the workspace.' },
    lineage: {
      type: 'string',
      pattern: '^[A-Za-z0-9-]{1,64}$',
      description: "Tells this workspace's ledgers from another's; written by `init`, never changed.",
    },
  },
  required: ['store', 'lineage'],
  additionalProperties: false,
};

const safety: JsonSchema = {
  type: 'object',
  description: 'What a plan may do before a human is asked.',
  properties: {
    max_deletes: {
      type: 'integer',
      minimum: 0,
      maximum: uint32Max,
      default: 0,
      description: 'How many objects one plan may delete.',
    },
    max_changed_percent: {
      type: 'number',
      minimum: 0,
      maximum: 100,
      default: 30,
      description: 'How much of what exists one plan may change, in percent; counted from 10 objects on.',
    },
    protect: globs('Addresses, or globs over them, that no plan may delete, retire or forget.'),
  },
  additionalProperties: false,
};

const expression = (description: string): JsonSchema => ({
  type: 'string',
  pattern: '\\S',
  patternErrorMessage: 'must not be empty',
  maxBytes: 4096,
  description,
});

/** One of `policies`. */
export const policySchema: JsonSchema = {
  type: 'object',
  properties: {
    kinds: {
      type: 'array',
      items: { enum: kindNames },
      minItems: 1,
      description: 'The kinds it judges, whose fields its expressions may name. Without it all of them.',
    },
    where: expression(
      'Whom it concerns, as CEL over `spec`, `labels`, `environment`, `address`, `name` and `kind`. Without it every resource of its kinds.',
    ),
    assert: expression(
      'What must hold, as CEL: `has(spec.oidc)`, `spec.circuit_breaker.tripped_duration <= 60`. Ask `has(…)` before a field that may not be set.',
    ),
    message: expression(
      'What is said where it does not hold. `{{ name }}` stands for the value of an expression.',
    ),
    why: { type: 'string', description: 'Why the house wants it; shown under every finding.' },
    severity: { enum: severities, default: 'error', description: 'How bad a finding is.' },
  },
  required: ['assert', 'message'],
  additionalProperties: false,
  description: 'A rule of the house. Its id is `policy/<name>`; `edgewright policy test` tries it out.',
};

const policies: JsonSchema = {
  type: 'object',
  propertyNames: { pattern: policyName },
  additionalProperties: policySchema,
  description: 'Rules of the house by name: assertions over every compiled resource, in CEL.',
};

/** edgewright.yaml. */
export const settingsSchema: JsonSchema = {
  type: 'object',
  properties: {
    version: { const: 1, description: 'The version of this file format.' },
    resources: {
      ...globs('Where the resources are. `.gitignore` is respected.'),
      default: ['resources/**/*.{yaml,yml}'],
    },
    ledger,
    secrets: {
      type: 'array',
      items: {
        type: 'string',
        pattern: secretName,
        patternErrorMessage: 'must be capital letters, digits and `_`, such as `SHOP_OIDC`',
      },
      description:
        'The names that `$(secret:NAME)` may use. A value comes from `EDGEWRIGHT_SECRET_<NAME>` or from a file NAME in `--secrets-dir`.',
    },
    lint,
    safety,
    policies,
    marker: {
      type: 'boolean',
      default: true,
      description:
        'Whether created objects carry a small ownership marker in `metadata`, so that they can be found again.',
    },
    snapshot_key: {
      type: 'string',
      pattern: snapshotKey,
      patternErrorMessage: 'must be a public key that `edgewright snapshot key` made',
      description:
        'The public half of the key that snapshots are signed with: `plan --snapshot` takes no other. `edgewright snapshot key` makes both halves.',
    },
  },
  required: ['version'],
  additionalProperties: false,
};

/** The same with the known rules spelled out, for completion and hovers in an editor. */
export function settingsWithRules(known: Readonly<Record<string, string>>): JsonSchema {
  const named = {
    ...rules,
    properties: Object.fromEntries(
      Object.entries(known).map(([id, summary]) => [
        id,
        { $ref: '#/definitions/rule', description: summary },
      ]),
    ),
    additionalProperties: { $ref: '#/definitions/rule' },
  };
  const text = JSON.stringify(settingsSchema).replaceAll(
    JSON.stringify(rules),
    '{"$ref":"#/definitions/rules"}',
  );
  return { ...(JSON.parse(text) as JsonSchema), definitions: { rule: editorRuleSetting, rules: named } };
}

/** With the severities where an editor looks for values to offer: not in a branch. */
const editorRuleSetting: JsonSchema = { ...ruleSetting, examples: severities };
