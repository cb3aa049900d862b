import { fieldsOf } from '../../derive/forms/fields.ts';
import { isImplied, withHiddenSecrets } from '../../derive/secrets/answered-secrets.ts';
import { withoutSecrets } from '../../derive/secrets/secret-patterns.ts';
import { kinds } from '../../kinds/index.ts';
import type { Field, Fields } from '../../kinds/field.ts';
import type { YamlDocument } from '../../model/document.ts';
import type { Live } from '../../model/live.ts';
import { masked, Secret } from '../../model/secret.ts';
import type { Json, Spec, Value } from '../../model/value.ts';
import type { Address } from '../../model/workspace/address.ts';
import { readYaml } from '../../derive/yaml/read-yaml.ts';
import type { Subject } from '../rule.ts';
import { SecretReference } from '../../model/secret-reference.ts';

export interface LiveObject {
  /** The address of its resource, or its kind and id if it is unmanaged. */
  readonly address: Address;
  readonly labels: Readonly<Record<string, string>>;
  readonly live: Live;
}

/** A live object as a subject for rules, and the document shown in place of a source file. */
export interface ObjectSubject {
  readonly subject: Subject;
  readonly document: YamlDocument;
}

interface LiveTextOptions {
  readonly environment: string;
  /** The webhook providers that have no secret. */
  readonly exempt: readonly string[];
  readonly print: (value: Json) => string;
}

/**
 * Writes a live object as if it were a resource file, so that findings have places and code frames. Secrets are masked;
 * secret-like parts of a string are replaced letter by letter, so that offsets within the string stay valid.
 */
export function writeDown(
  { address, labels, live }: LiveObject,
  { environment, exempt, print }: LiveTextOptions,
): ObjectSubject {
  const name = address.slice(address.indexOf('/') + 1);
  const spec = stated(kinds[live.kind].fields, withHiddenSecrets(live, exempt).spec, exempt);
  const head = { kind: live.kind, name, ...(Object.keys(labels).length === 0 ? {} : { labels }) };
  const source = {
    path: `live:${environment}/${address}`,
    text: print({ ...head, spec: shownValue(spec) }),
  };
  const [document] = readYaml(source).documents;
  if (document === undefined) throw new Error(`${address} was not written as a document`);
  return { subject: { address, kind: live.kind, name, labels, spec }, document };
}

/**
 * Drops values that only complete a response: unset fields return as 0, the empty string or an empty list, and every
 * module returns `enabled: true`. Rules would take them for intended settings.
 */
function stated(fields: Fields, spec: Spec, exempt: readonly string[]): Spec {
  const statedEntries = Object.entries(spec).flatMap(([name, value]) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    const statedField = field === undefined ? value : statedValue(field, value, { beside: spec, exempt });
    return statedField === undefined || (name === 'enabled' && statedField === true)
      ? []
      : [[name, statedField] as const];
  });
  return Object.fromEntries(statedEntries);
}

function statedValue(
  field: Field,
  value: Value,
  { beside, exempt }: { readonly beside: Spec; readonly exempt: readonly string[] },
): Value | undefined {
  if (value === '' || value === 0) return undefined;
  // An empty secret counts as a hidden one if the module requires a secret, otherwise as absent.
  if (value instanceof Secret && value.reveal() === '')
    return isImplied(field, beside, exempt) ? new Secret(masked) : undefined;
  if (typeof value !== 'object' || value === null || isSecret(value)) return value;
  if (Array.isArray(value)) return value.length === 0 ? undefined : value;
  const fields = fieldsOf(field);
  if (fields === undefined) return Object.keys(value).length === 0 ? undefined : value;
  return stated(fields, value as Spec, exempt);
}

function isSecret(value: unknown): boolean {
  return value instanceof Secret || value instanceof SecretReference;
}

function shownValue(value: Value): Json {
  if (isSecret(value)) return masked;
  if (typeof value === 'string') return withoutSecrets(value, (part) => part.replaceAll(/[^\n]/g, '*'));
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => shownValue(item as Value));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shownValue(item as Value)]));
}
