import { isJsonMap } from '../../text/json/json-access.ts';
import type { Json, JsonObject } from '../../model/value.ts';
import type { ApiRequest } from '../context.ts';

/**
 * The body of a request as a JSON object, or a problem as a sentence. An empty body is `{}`. Ids in the body that
 * repeat those of the path are accepted and removed.
 */
export function parseBody({
  body,
  ids,
}: ApiRequest): { readonly value: JsonObject } | { readonly problem: string } {
  const parsed = parseJson(body.trim() === '' ? '{}' : body);
  if (parsed === undefined) return { problem: 'the body is not JSON' };
  if (!isJsonMap(parsed)) return { problem: 'the body must be a JSON object' };
  for (const [name, id] of Object.entries(ids)) {
    if (Object.hasOwn(parsed, name) && parsed[name] !== id)
      return { problem: `\`${name}\` is not the one in the path` };
  }
  return { value: Object.fromEntries(Object.entries(parsed).filter(([name]) => !Object.hasOwn(ids, name))) };
}

function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
