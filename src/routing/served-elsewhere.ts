import { normalUrl } from '../derive/forms/endpoint-url.ts';
import type { Json } from '../model/value.ts';
import type { LintSettings } from '../model/workspace/settings.ts';

/** Whether a list has a URL, as it is or as a pattern such as `https://*.internal`. */
export function urlsIn(listed: readonly string[]): (url: string) => boolean {
  const urls = new Set(listed.map(normalUrl));
  const patterns = listed.filter((name) => name.includes('*')).map(patternOf);
  return (url) => {
    const wanted = normalUrl(url);
    return urls.has(wanted) || patterns.some((pattern) => pattern.test(wanted));
  };
}

/** `*` is any part of a name. */
function patternOf(served: string): RegExp {
  const parts = served.toLowerCase().split('*');
  return new RegExp(`^${parts.map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&')).join('[^/]*')}$`);
}

/**
 * Whether the settings declare that something else serves an internal URL, such as an agent: the option `served` of the
 * rule that asks for it, of any part of the workspace.
 */
export function servedElsewhere({
  rules,
  overrides,
}: Pick<LintSettings, 'rules' | 'overrides'>): (url: string) => boolean {
  const all = [rules, ...overrides.map((override) => override.rules)];
  return urlsIn(all.flatMap((part) => textsIn(part.get('forward-internal-unserved')?.options?.['served'])));
}

function textsIn(value: Json | undefined): readonly string[] {
  if (!Array.isArray(value)) return [];
  return (value as readonly Json[]).filter((item) => typeof item === 'string');
}
