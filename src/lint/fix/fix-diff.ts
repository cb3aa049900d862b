import type { Range, Source } from '../../model/document.ts';

/** What fixes would change, as a unified diff. Text that may be a secret is shown as stars on both sides. */
export async function fixDiff(
  before: ReadonlyMap<string, Source>,
  after: ReadonlyMap<string, string>,
  sensitive: ReadonlyMap<Source, readonly Range[]> = new Map(),
): Promise<string> {
  const { createTwoFilesPatch, FILE_HEADERS_ONLY } = await import('diff');
  const patches: string[] = [];
  for (const path of [...after.keys()].sort()) {
    const source = before.get(path);
    const text = after.get(path);
    if (source === undefined || text === undefined || text === source.text) continue;
    const secrets = (sensitive.get(source) ?? []).map(({ start, end }) => source.text.slice(start, end));
    const [old, fresh] = [hide(source.text, secrets), hide(text, secrets)];
    patches.push(
      createTwoFilesPatch(`a/${path}`, `b/${path}`, old, fresh, undefined, undefined, {
        headerOptions: FILE_HEADERS_ONLY,
      }),
    );
  }
  return patches.join('');
}

function hide(text: string, secrets: readonly string[]): string {
  let hidden = text;
  for (const secret of secrets)
    if (secret.trim() !== '') hidden = hidden.replaceAll(secret, secret.replaceAll(/\S/g, '*'));
  return hidden;
}
