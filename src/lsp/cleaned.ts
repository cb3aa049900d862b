/**
 * Masks secrets in the server's texts, like the output streams of a command do. Edits cannot be masked, because that
 * would write asterisks over a secret in a file: an edit that contains a secret is not offered.
 */
export type Clean = (text: string) => string;

/** Masks a response. Undefined if the response is a single edit that would write a secret. */
export function cleaned(answer: unknown, clean: Clean): unknown {
  if (typeof answer === 'string') return clean(answer);
  if (Array.isArray(answer)) return (answer as readonly unknown[]).flatMap((item) => offered(item, clean));
  // Completions that are not all.
  if (isList(answer)) return { ...answer, items: cleaned(answer.items, clean) };
  return offered(answer, clean)[0];
}

function isList(answer: unknown): answer is { readonly items: readonly unknown[] } {
  return typeof answer === 'object' && answer !== null && 'items' in answer && Array.isArray(answer.items);
}

/** An item of a response, such as a suggestion or action: masked, or dropped if it would write a secret. */
function offered(item: unknown, clean: Clean): readonly unknown[] {
  return writesSecret(item, clean) ? [] : [cleanedValue(item, clean)];
}

const written = new Set(['newText', 'insertText']);
/** Not masked: URIs, which clients resolve to files, and the text of edits. */
const kept = new Set(['uri', 'targetUri', ...written]);

function writesSecret(value: unknown, clean: Clean): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, item]) =>
    typeof item === 'string' ? written.has(key) && clean(item) !== item : writesSecret(item, clean),
  );
}

function cleanedValue(value: unknown, clean: Clean): unknown {
  if (typeof value === 'string') return clean(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return (value as readonly unknown[]).map((item) => cleanedValue(item, clean));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      kept.has(key) ? (item as unknown) : cleanedValue(item, clean),
    ]),
  );
}
