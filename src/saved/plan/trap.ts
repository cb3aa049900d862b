import type { Json } from '../../model/value.ts';
import { isJsonMap } from '../../text/json/json-access.ts';

/**
 * The first value of a document that code could misread although it is valid JSON: a `__proto__` field, or a number
 * that is too large and becomes infinite. A JSON pointer and the reason; undefined if there is none. The document must
 * have a limited depth.
 */
export function trapIn(value: Json, at = ''): string | undefined {
  if (typeof value === 'number')
    return Number.isFinite(value) ? undefined : `${at}: the number is out of range`;
  if (typeof value !== 'object' || value === null) return undefined;
  if (isJsonMap(value) && Object.hasOwn(value, '__proto__'))
    return `${at === '' ? '/' : at}: \`__proto__\` cannot be the name of a field`;
  for (const [name, item] of Object.entries(value) as readonly (readonly [string, Json])[]) {
    const found = trapIn(item, `${at}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`);
    if (found !== undefined) return found;
  }
  return undefined;
}
