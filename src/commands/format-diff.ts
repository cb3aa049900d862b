import { sensitiveParts, starred } from '../derive/sensitive-parts.ts';
import type { Source } from '../model/document.ts';
import { unifiedDiff } from '../report/unified-diff.ts';
import { readYaml } from '../workspace/read-yaml.ts';

/** What `fmt` would change in a file, as a patch; a secret that is written there is shown as stars on both sides. */
export function formatDiff(source: Source, text: string): string {
  return unifiedDiff(source.path, withoutSecrets(source), withoutSecrets({ path: source.path, text }));
}

function withoutSecrets(source: Source): string {
  return starred(source.text, sensitiveParts(source, readYaml(source).documents));
}
