import { SecretReference } from '../../model/secret.ts';
import type { HiddenText } from '../../model/snapshot.ts';
import type { Json, JsonObject, Value } from '../../model/value.ts';

/**
 * Removes even the hash of a text that the files compose with a secret: the other parts are in the files, so a short
 * secret could be guessed from the hash.
 */
export function sealReferences(pictured: JsonObject, desired: Readonly<Record<string, Value>>): JsonObject {
  return sealed(pictured, desired) as JsonObject;
}

function sealed(shown: Json, desired: Value | undefined): Json {
  if (desired instanceof SecretReference) return isHidden(shown) ? { $secret: {} } : shown;
  if (typeof shown !== 'object' || shown === null || typeof desired !== 'object' || desired === null)
    return shown;
  const parts = new Map<string, Value>(Object.entries(desired));
  // An item that moved within a list may be any of its texts.
  const [reference] = Array.isArray(desired) ? desired.filter((item) => item instanceof SecretReference) : [];
  if (Array.isArray(shown))
    return shown.map((item: Json, index) => sealed(item, reference ?? parts.get(`${index}`)));
  return Object.fromEntries(Object.entries(shown).map(([key, item]) => [key, sealed(item, parts.get(key))]));
}

function isHidden(shown: Json): shown is HiddenText & JsonObject {
  return typeof shown === 'object' && shown !== null && '$hidden' in shown;
}
