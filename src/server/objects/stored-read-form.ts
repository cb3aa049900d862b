import type { Field, Fields, ListField, MapField, ModuleField, TextField } from '../../kinds/field.ts';
import { kinds } from '../../kinds/index.ts';
import type { Json, JsonObject } from '../../model/value.ts';
import { isJsonMap, jsonItems } from '../../text/json/json-access.ts';
import type { Behaviour } from '../context.ts';
import type { StoredObject } from '../state/server-state.ts';
import { textOrEmpty } from './stored-spec.ts';
import { echoOf } from './secret-echo.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';
import { endpointFields, objectRef, uriOf } from './derived-fields.ts';

/**
 * A self-signed certificate (P-256, CN=Edgewright local API) in place of the one that signs SAML requests in the real
 * service. Its private key was not kept: the mock API signs nothing.
 */
export const samlCertificate = `-----BEGIN CERTIFICATE-----
MIIBLTCB1QIIRWRnZXdyaWcwCgYIKoZIzj0EAwIwHzEdMBsGA1UEAwwURWRnZXdy
aWdodCBsb2NhbCBBUEkwIBcNMjQwMTAxMDAwMDAwWhgPMjEyNDAxMDEwMDAwMDBa
MB8xHTAbBgNVBAMMFEVkZ2V3cmlnaHQgbG9jYWwgQVBJMFkwEwYHKoZIzj0CAQYI
KoZIzj0DAQcDQgAEq6reMdQ3BxBb1xdj6bpK6c9U3daBbraX9v+w1TlI8jt1/s4f
ik8a2uZtM0gGyzdwoGPwLhFYd6fIeFOBa4AP3DAKBggqhkjOPQQDAgNHADBEAiBZ
/vRsPWleSan4mMABqvQgZcemkVODhaTDv2rzifpLHAIgfDTbJKIZFC2C7qFMPoTQ
tf7/UxDGkaqt3zomJN2SAAU=
-----END CERTIFICATE-----
`;

export interface ReadSettings {
  readonly origin: string;
  readonly secrets: Behaviour['secrets'];
}

/**
 * An object as the API returns it: ids as Refs, every module present and null when unset, and omitted fields of modules
 * with the defaults observed in similar services (`seen` in the tables).
 */
export function readObject(stored: StoredObject, reading: ReadSettings): JsonObject {
  const { kind, id, edge_id, created_at, updated_at, answered } = stored;
  const { fields } = kinds[kind];
  const computed: JsonObject = {
    id,
    created_at,
    uri: uriOf(reading.origin, stored),
    ...withoutUndefined({ edge_id }),
    ...(kind === 'endpoint' ? { updated_at, ...endpointFields(stored, reading.origin) } : {}),
    ...answered,
  };
  const answer: Record<string, Json> = {};
  for (const [name, field] of Object.entries(fields)) {
    const isComputed = field.readOnly === true || field.inPath === true;
    const value = isComputed ? computed[name] : readField(field, stored.spec[name], { ...reading, stored });
    if (value !== undefined) answer[field.readAs ?? name] = value;
  }
  return answer;
}

/** The object that is read. */
interface StoredReading extends ReadSettings {
  readonly stored: StoredObject;
}

/** Undefined if responses do not have the field. */
function readField(field: Field, value: Json | undefined, reading: StoredReading): Json | undefined {
  switch (field.type) {
    case 'module':
      return isJsonMap(value)
        ? {
            ...readFields(field.module.fields, value, reading),
            ...samlFields(field, reading.origin, reading.stored),
          }
        : null;
    case 'object':
      return isJsonMap(value) ? readFields(field.fields, value, reading) : null;
    case 'string':
      return readText(field, value, reading);
    case 'list':
      return readList(field, value, reading);
    case 'map':
      return readMap(field, value);
    case 'boolean':
      return value ?? field.seen ?? false;
    case 'int64':
    case 'uint32':
    case 'float64':
      return value ?? field.seen ?? 0;
    case 'ref':
      throw new Error('a Ref is read-only and never stored');
  }
}

function readFields(fields: Fields, values: JsonObject, reading: StoredReading): JsonObject {
  const written = Object.entries(fields).filter(([, field]) => field.readOnly !== true);
  return Object.fromEntries(
    written.flatMap(([name, field]): [string, Json][] => {
      const value = readField(field, values[name], reading);
      return value === undefined ? [] : [[field.readAs ?? name, value]];
    }),
  );
}

function readText(
  field: TextField,
  value: Json | undefined,
  { origin, secrets }: ReadSettings,
): Json | undefined {
  if (field.refersTo !== undefined && field.readAs !== undefined) {
    return typeof value === 'string' ? objectRef(origin, field.refersTo, value) : null;
  }
  if (field.secret === true && typeof value === 'string' && value !== '') {
    return echoOf(value, secrets);
  }
  return value ?? field.seen ?? (field.nullable === true ? null : '');
}

function readList(
  { refersTo, readAs, form, seen }: ListField,
  value: Json | undefined,
  reading: ReadSettings,
): Json {
  const items = jsonItems(value ?? seen);
  if (refersTo !== undefined && readAs !== undefined) {
    return items.map((id) => objectRef(reading.origin, refersTo, textOrEmpty(id)));
  }
  return form === 'header-name' ? items.map((name) => textOrEmpty(name).toLowerCase()) : items;
}

function readMap({ keyForm }: MapField, value: Json | undefined): Json {
  const entries = Object.entries(isJsonMap(value) ? value : {});
  return Object.fromEntries(
    entries.map(([key, item]) => [keyForm === 'header-name' ? key.toLowerCase() : key, item]),
  );
}

/** The read-only fields of a SAML module: the URLs of the route's service provider. */
function samlFields({ module }: ModuleField, origin: string, { id }: StoredObject): JsonObject {
  if (module.shape !== 'SAMLModule') return {};
  const base = `${origin}/saml/${id}`;
  return {
    entity_id: base,
    assertion_consumer_service_url: `${base}/acs`,
    single_logout_url: `${base}/slo`,
    request_signing_certificate_pem: samlCertificate,
    metadata_url: base,
  };
}
