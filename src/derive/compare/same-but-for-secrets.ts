import { hasSecretReference, textAroundSecrets } from '../../model/secret.ts';
import type { Json } from '../../model/value.ts';
import { isJsonList } from '../../text/json/json-access.ts';

/**
 * Whether two values can be the same when either may have a reference where the other has the secret. Two references
 * are equal if their texts are.
 */
export function isSameButForSecrets(a: Json, b: Json): boolean {
  if (typeof a === 'string' && typeof b === 'string') return a === b || fits(a, b) || fits(b, a);
  if (isJsonList(a) || isJsonList(b))
    return (
      isJsonList(a) && isJsonList(b) && a.length === b.length && a.every((item, at) => isSame(item, b[at]))
    );
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => isSame(a[key], b[key]));
}

function isSame(a: Json | undefined, b: Json | undefined): boolean {
  return a !== undefined && b !== undefined && isSameButForSecrets(a, b);
}

/** Whether a text can result from a template: all its fixed parts, in order, with any text between. */
function fits(template: string, text: string): boolean {
  const [head = '', ...rest] = textAroundSecrets(template);
  const tail = rest.pop();
  if (tail === undefined || hasSecretReference(text)) return false;
  let at = head.length;
  const end = text.length - tail.length;
  if (!text.startsWith(head) || !text.endsWith(tail) || end < at) return false;
  for (const fixed of rest) {
    const found = text.indexOf(fixed, at);
    if (found === -1 || found + fixed.length > end) return false;
    at = found + fixed.length;
  }
  return true;
}
