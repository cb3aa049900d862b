import type { Range, Source } from '../../model/document.ts';
import { unifiedDiff } from '../text/diffs.ts';

/** The changes of fixes as one patch. Text that may be a secret is shown as stars on both sides. */
export function fixDiff(
  before: ReadonlyMap<string, Source>,
  after: ReadonlyMap<string, string>,
  sensitive: ReadonlyMap<Source, readonly Range[]>,
): string {
  const patches: string[] = [];
  for (const path of [...after.keys()].sort()) {
    const source = before.get(path);
    const text = after.get(path);
    if (source === undefined || text === undefined || text === source.text) continue;
    const secrets = (sensitive.get(source) ?? []).map(({ start, end }) => source.text.slice(start, end));
    patches.push(unifiedDiff(path, hide(source.text, secrets), hide(text, secrets)));
  }
  return patches.join('');
}

/** Keeps the length of lines, so that the columns of the patch stay right. */
function hide(text: string, secrets: readonly string[]): string {
  let hidden = text;
  for (const secret of secrets) {
    if (secret.trim() !== '') hidden = hidden.replaceAll(secret, secret.replaceAll(/\S/g, '*'));
  }
  return hidden;
}
