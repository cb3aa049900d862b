import { isInAddress, secretsIn } from '../../../derive/secrets/secret-patterns.ts';
import type { Place, YamlDocument } from '../../../model/document.ts';
import type { Finding } from '../../rule.ts';

/** The finding of `secret-in-text`, for source files and for compiled specs. */
export const secretInText = {
  message: 'this text looks like a secret',
  help: 'in a header or a policy, write `$(secret:NAME)` instead; then revoke this one: it is in the history',
  sensitive: true,
} as const;

/**
 * The same for a document's source text, so that secrets in variables, lists, misspelled or dropped fields and comments
 * are found too. A secret that another rule has reported is not reported again.
 */
export function* secretsInDocument({
  source,
  range,
}: YamlDocument): Generator<Finding & { readonly at: { readonly place: Place } }> {
  const text = source.text.slice(range.start, range.end);
  for (const part of secretsIn(text)) {
    if (isInAddress(text, part)) continue;
    yield {
      at: { place: { source, start: range.start + part.start, end: range.start + part.end } },
      ...secretInText,
    };
  }
}
