/**
 * The server's texts pass the same filter as the streams of a command. An edit cannot: it would write stars over a secret
 * in a file, so an edit that would do this is not offered.
 */
export type Clean = (text: string) => string;

/** Undefined: it would write a secret, and nothing is left of it. */
export function cleaned(answer: unknown, clean: Clean): unknown {
  if (typeof answer === 'string') return clean(answer);
  if (Array.isArray(answer)) return (answer as readonly unknown[]).flatMap((item) => offered(item, clean));
  return offered(answer, clean)[0];
}

/** A suggestion, an action or whatever else stands for itself: the whole of it, or none. */
function offered(item: unknown, clean: Clean): readonly unknown[] {
  return writesSecret(item, clean) ? [] : [shown(item, clean)];
}

const written = new Set(['newText', 'insertText']);
/** Names of files, by which a client finds them again. */
const kept = new Set(['uri', 'targetUri', ...written]);

function writesSecret(value: unknown, clean: Clean): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, item]) =>
    typeof item === 'string' ? written.has(key) && clean(item) !== item : writesSecret(item, clean),
  );
}

function shown(value: unknown, clean: Clean): unknown {
  if (typeof value === 'string') return clean(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return (value as readonly unknown[]).map((item) => shown(item, clean));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, kept.has(key) ? (item as unknown) : shown(item, clean)]),
  );
}
