import type { Field, Fields } from '../../kinds/field.ts';
import { kinds } from '../../kinds/index.ts';
import type { KindName } from '../../kinds/kind.ts';
import type { Live, ServedByEdge } from '../../model/live.ts';
import { Secret } from '../../model/secret.ts';
import type { Json, JsonObject, Spec, Value } from '../../model/value.ts';
import { isJsonMap } from '../../text/json/json-access.ts';
import { policySecrets } from '../secrets/policy-secrets.ts';
import { isCredentialHeader, secretIn } from '../secrets/secret-patterns.ts';
import { fieldEntries } from './fields.ts';
import { splitMarker } from './marker.ts';
import { holdsMask } from './mask-text.ts';

/**
 * Converts an API response to the write form: a Ref becomes its id, read-only fields and nulls are dropped, sensitive
 * values and strings that look like secrets become `Secret`. Unknown fields are dropped. `metadata` replaces the one in
 * the response.
 */
export function fromReadForm(fields: Fields, answer: JsonObject, metadata?: string | null): Spec {
  const spec: Record<string, Value> = {};
  for (const [name, field] of fieldEntries(fields)) {
    if (field.readOnly === true) continue;
    const isReplaced = metadata !== undefined && name === 'metadata';
    const value = isReplaced ? metadata : answer[field.readAs ?? name];
    if (value === undefined || value === null) continue;
    spec[name] = fromAnswer(field, value);
  }
  return spec;
}

function fromAnswer(field: Field, value: Json): Value {
  switch (field.type) {
    case 'module':
      return isJsonMap(value) ? fromReadForm(field.module.fields, value) : value;
    case 'object':
      return isJsonMap(value) ? fromReadForm(field.fields, value) : value;
    case 'list':
      return field.refersTo === undefined ? value : idsOf(value);
    case 'map':
      // Sorted by name: a service may return any order, and the same object must give the same plan, byte for byte.
      return isJsonMap(value)
        ? Object.fromEntries(
            Object.keys(value)
              .sort()
              .map((key) => [key, fromEntry(key, value[key] ?? null)]),
          )
        : value;
    case 'string':
      if (field.readAs !== undefined) return idOf(value) ?? value;
      if (field.secret === true && typeof value === 'string') return new Secret(value);
      return field.form === 'traffic-policy' ? hiddenPolicy(value) : value;
    case 'boolean':
    case 'int64':
    case 'uint32':
    case 'float64':
    case 'ref':
      return value;
  }
}

/** An entry that is returned without its value is hidden. */
function fromEntry(key: string, item: Json): Value {
  if (item === null) return new Secret('');
  return isCredentialHeader(key) ? secret(item) : hidden(item);
}

function secret(value: Json): Value {
  return typeof value === 'string' ? new Secret(value) : value;
}

function hidden(value: Json): Value {
  if (typeof value !== 'string' || value === '') return value;
  return secretIn(value) !== undefined || holdsMask(value) ? new Secret(value) : value;
}

function hiddenPolicy(value: Json): Value {
  const isSecret = typeof value === 'string' && policySecrets(value).size > 0;
  return isSecret ? new Secret(value) : hidden(value);
}

/** A single Ref or a list: the API's description says "(Ref)", the plural field name suggests a list. */
function idsOf(value: Json): Value {
  const refs = Array.isArray(value) ? (value as readonly Json[]) : [value];
  return refs.flatMap((ref) => idOf(ref) ?? []);
}

function idOf(ref: Json): string | undefined {
  if (typeof ref === 'string') return ref;
  return isJsonMap(ref) && typeof ref['id'] === 'string' ? ref['id'] : undefined;
}

/**
 * Converts a returned object to the planner's form. The caller has validated the response: `id` is present and
 * well-formed. A plan makes one for each live object, so nothing else of the response is kept, and the spec is built
 * without spreads.
 */
export function toLive(kind: KindName, answer: JsonObject): Live {
  const { fields, manageable } = kinds[kind];
  const { id, edge_id: edgeId, metadata } = answer;
  const { text, marker } = typeof metadata === 'string' ? splitMarker(metadata) : { text: '' };
  const unmarked = text === '' ? null : text;
  const spec = fromReadForm(fields, answer, marker === undefined ? undefined : unmarked);
  const live: LiveDraft = {
    kind,
    id: typeof id === 'string' ? id : '',
    spec,
    isManageable: manageable === undefined || answer[manageable.field] === manageable.value,
  };
  if (typeof edgeId === 'string') live.edge_id = edgeId;
  if (marker !== undefined) live.marker = marker;
  if (kind === 'endpoint' && answer['type'] === 'edge') live.served = servedBy(answer, spec);
  return live;
}

type LiveDraft = { -readonly [Name in keyof Live]: Live[Name] };

function servedBy({ edge, public_url }: JsonObject, spec: Spec): ServedByEdge {
  const id = isJsonMap(edge) ? edge['id'] : undefined;
  const url = spec['url'] ?? public_url;
  return {
    ...(typeof id === 'string' ? { edge: id } : {}),
    ...(typeof url === 'string' ? { url } : {}),
  };
}
