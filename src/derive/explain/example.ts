import type { Field, NumberField, TextForm } from '../../kinds/field.ts';
import type { Kind } from '../../kinds/kind.ts';
import { nameables } from '../../kinds/references.ts';
import type { Json, Path } from '../../model/value.ts';
import { fieldsOf } from '../forms/fields.ts';

/** An example document with the field at the path; for a whole kind, with the fields needed to create one. */
export function exampleOf(kind: Kind, path: Path, field: Field | undefined): Json {
  const spec =
    field === undefined
      ? Object.fromEntries(Object.entries(kind.fields).flatMap(([name, inner]) => starter(name, inner)))
      : path.reduceRight(
          (inner: Json, step): Json => ({ [step]: inner }),
          sample(String(path.at(-1)), field),
        );
  return { kind: kind.name, name: 'example', spec };
}

/** The fields in a first example of a kind: required ones, the identity, and the backend. */
function starter(name: string, field: Field): readonly (readonly [string, Json])[] {
  const isShown =
    field.required === true ||
    name === 'hostports' ||
    (field.type === 'module' && field.module.role === 'backend');
  return isShown ? [[name, sample(name, field)]] : [];
}

function sample(name: string, field: Field): Json {
  switch (field.type) {
    case 'string':
      return sampleText(name, field);
    case 'boolean':
      return true;
    case 'int64':
    case 'uint32':
    case 'float64':
      return Math.min(field.unit === undefined ? 1 : byUnit[field.unit], field.max ?? Infinity);
    case 'list':
      return [byName[name] ?? sampleReference(field.refersTo) ?? byForm[field.form]];
    case 'map':
      return { 'x-example': byForm[field.form] };
    case 'ref':
      throw new Error(`a reference is only read: ${name}`);
    case 'object':
    case 'module':
      return sampleObject(field);
  }
}

/** If all members are objects, they are alternatives and one is enough. `enabled` is left out, as it is the default. */
function sampleObject(field: Field): Json {
  const inner = Object.entries(fieldsOf(field) ?? {}).filter(([, member]) => member.readOnly !== true);
  const isChoice = inner.every(([, member]) => member.type === 'object');
  const all = inner.filter(([name]) => name !== 'enabled' || inner.length === 1);
  return Object.fromEntries(
    (isChoice ? inner.slice(0, 1) : all).map(([name, member]) => [name, sample(name, member)]),
  );
}

function sampleText(name: string, field: Extract<Field, { type: 'string' }>): Json {
  if (field.secret === true) return '$(secret:EXAMPLE)';
  return byName[name] ?? field.values?.at(-1) ?? sampleReference(field.refersTo) ?? byForm[field.form];
}

function sampleReference(target: keyof typeof nameables | undefined): Json | undefined {
  return target === undefined ? undefined : `${target}/example`;
}

const byUnit: Readonly<Record<NonNullable<NumberField['unit']>, number>> = {
  seconds: 60,
  buckets: 10,
  requests: 10,
  fraction: 0.2,
  port: 443,
};

/** Examples by field name, where the form alone is too general. */
const byName: Readonly<Record<string, Json>> = {
  authorized_groups: 'platform',
  bindings: 'public',
  min_version: '1.2',
  nameid_format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
  scopes: 'openid',
  terminate_at: 'edge',
};

const byForm: Readonly<Record<TextForm, Json>> = {
  'cookie-prefix': 'example.',
  description: 'what it is for',
  email: 'someone@example.com',
  'email-domain': 'example.com',
  'endpoint-url': 'https://example.com',
  'header-name': 'x-example',
  'header-value': 'an example',
  hostport: 'example.com:443',
  'issuer-url': 'https://login.example.com',
  match: 'example.com/path',
  metadata: 'anything',
  opaque: 'example',
  organization: 'example-org',
  'saml-metadata': '$(file:saml/idp-metadata.xml)',
  team: 'example-org/platform',
  timestamp: '2024-01-01T00:00:00Z',
  'traffic-policy': '$(file:policies/example.yaml)',
  uri: 'https://example.com',
  'user-agent-pattern': '(?i)example',
  'webhook-provider': 'github',
};
