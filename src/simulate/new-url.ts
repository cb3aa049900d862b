/** The URL that a redirect or a rewrite makes of another one. */
import { isUnknownValue, type Knowable } from '../model/traffic/unknown.ts';
import type { Json, JsonObject } from '../model/value.ts';
import { urlParts } from '../routing/request-url.ts';
import { replaceMatches, replacementText } from './replacements.ts';

interface NewUrl {
  readonly url: string;
  readonly groups: readonly string[];
}

/** `fill` gives a setting with its expressions replaced by their values. */
export function newUrl(
  config: JsonObject,
  url: Knowable<string>,
  fill: (setting: Json) => Knowable<string>,
): Knowable<NewUrl> {
  const from = config['from'] === undefined ? undefined : fill(config['from']);
  const target = config['to'] ?? '';
  const to = from === undefined || typeof target !== 'string' ? fill(target) : replacementText(target, fill);
  if (isUnknownValue(from)) return from;
  if (isUnknownValue(to)) return to;
  if (isUnknownValue(url)) return url;
  const replaced = from === undefined ? { text: to, groups: [] } : replaceMatches(url, from, to);
  if (isUnknownValue(replaced)) return replaced;
  const made = absolute(replaced.text, url);
  return isUnknownValue(made) ? made : { url: made, groups: replaced.groups };
}

/** A path stays on the host of the request; of other relative URLs nothing is documented. */
function absolute(url: string, base: string): Knowable<string> {
  if (/^[a-z][a-z\d+.-]*:/i.test(url) || url.startsWith('https-edge/')) return url;
  if (!url.startsWith('/') || url.startsWith('//'))
    return { unknown: { why: 'undocumented', of: `a URL that is relative: ${url}` } };
  const { scheme, authority } = urlParts(base);
  return `${scheme}://${authority}${url}`;
}
