import { sha256Of } from '../../text/hash.ts';
import { Ajv, type ValidateFunction } from 'ajv';
import schema from '../../../schemas/plan.schema.json' with { type: 'json' };
import { signatureOf } from '../../derive/signature.ts';
import type { Json, JsonObject } from '../../model/value.ts';
import { isJsonMap } from '../../text/json/json-access.ts';
import { canonicalJson } from '../../text/json/canonical-json.ts';
import { isSameSecretly } from '../../derive/secrets/same-secretly.ts';

/** Compiled on demand: this takes longer than the rest of reading a plan. */
let compiled: ValidateFunction | undefined;

/** The first violation of the published schema: a JSON pointer and the reason; undefined if there is none. */
export function schemaProblem(document: JsonObject): string | undefined {
  const validate = (compiled ??= new Ajv({ strict: true }).compile(schema));
  if (validate(document)) return undefined;
  const [first] = validate.errors ?? [];
  const { instancePath = '', message = 'it is not a valid plan', params = {} } = first ?? {};
  const extra: unknown = params['additionalProperty'];
  const which = typeof extra === 'string' ? `: \`${extra}\`` : '';
  return `${instancePath === '' ? '/' : instancePath}: ${message}${which}`;
}

/** `unchecked`: there is a signature, but no key to check it. */
export type Signature = 'valid' | 'unchecked' | 'none';

export type SealCheck =
  | { readonly checksum: string; readonly signature: Signature }
  | { readonly fault: 'no-seal' | 'damaged' | 'unsigned' | 'other-key' };

/** Checks the checksum of a document, and its signature if there is a key. */
export function checkSeal(
  document: JsonObject,
  seal: Json | undefined,
  { key, kind }: { readonly key: string | undefined; readonly kind: SealedKind },
): SealCheck {
  if (!isSeal(seal)) return { fault: 'no-seal' };
  const right = sealOf(document, key, kind);
  const { checksum, signature } = seal;
  if (!isSameSecretly(checksum, right.checksum)) return { fault: 'damaged' };
  if (right.signature === undefined)
    return { checksum, signature: signature === undefined ? 'none' : 'unchecked' };
  if (signature === undefined) return { fault: 'unsigned' };
  return isSameSecretly(signature, right.signature)
    ? { checksum, signature: 'valid' }
    : { fault: 'other-key' };
}

function isSeal(value: Json | undefined): value is Seal & JsonObject {
  if (!isJsonMap(value)) return false;
  const { checksum, signature, ...more } = value;
  return (
    typeof checksum === 'string' &&
    (signature === undefined || typeof signature === 'string') &&
    Object.keys(more).length === 0
  );
}

/** The seal of a saved document: a checksum, and a signature if there is a key. The checksum is also its id. */
interface Seal {
  readonly checksum: string;
  /** HMAC-SHA-256 over the same bytes. */
  readonly signature?: string;
}

type SealedKind = 'plan' | 'rollback';

export function sealOf(document: JsonObject, key: string | undefined, kind: SealedKind): Seal {
  const text = canonicalJson(document);
  const checksum = sha256Of(text);
  return key === undefined ? { checksum } : { checksum, signature: signatureOf(text, key, kind) };
}
