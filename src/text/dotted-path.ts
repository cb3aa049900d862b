import type { Path } from '../model/value.ts';

const plain = /^[A-Za-z_][A-Za-z0-9_-]*$/;

/** A path in the notation for people: `oauth.provider.github.teams[0]`, `response_headers.add["x.y"]`. */
export function dotted(path: Path): string {
  let text = '';
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`;
    else if (!plain.test(step)) text += `[${JSON.stringify(step)}]`;
    else text += text === '' ? step : `.${step}`;
  }
  return text;
}

/** The top-level fields in these dotted paths, each once. */
export function fieldsIn(paths: readonly string[]): readonly string[] {
  return [...new Set(paths.map((path) => /^[^.[]+/.exec(path)?.[0] ?? path))];
}
