import path from 'node:path';
import { parsePolicy } from '../../derive/policy/traffic-policy.ts';
import { editedTo, type EditTools } from '../../edit/edit-to.ts';
import { resourceSources, type Workspace } from '../../model/workspace/workspace.ts';
import type { Drafts } from './drafts.ts';
import type { PolicyContext } from '../values/next-policy.ts';
import { isJsonMap } from '../../text/json/json-access.ts';
import { canonicalJson } from '../../text/json/canonical-json.ts';
import { type TextFiles, canBeFile, readablePolicy } from './long-texts.ts';

/** The path ends with the expression, so that no part of a text is scanned twice. */
const expression = /\$\(file:((?:[^$)\n]|\$(?!\())+)\)/g;

/** Writes a text to the file that `$(file:…)` includes, or to a new file if others include that one too. */
export function fileEditor(
  {
    workspace,
    uses,
    drafts,
    files,
    tools,
  }: {
    readonly workspace: Pick<Workspace, 'readFile'>;
    readonly uses: FileUses;
    readonly drafts: Drafts;
    readonly files: TextFiles;
    readonly tools: EditTools;
  },
  name: string,
): PolicyContext['editFile'] {
  return ({ file, folder, text, standing }) => {
    const read = workspace.readFile(file);
    const before = 'source' in read ? read.source.text : undefined;
    const isShared = standing === 'shared' || uses(file) > 1;
    if (before === undefined || isShared) return files.claim(folder, name, text);
    const next = folder === 'policies' ? policyEdit(tools, drafts.textOf(file) ?? before, text) : text;
    if (!canBeFile(next)) return undefined;
    drafts.write(file, before, next);
    return file;
  };
}

/**
 * A policy text with the meaning of the live one: an edit of the declared text if possible, so that its comments stay.
 */
export function policyEdit(tools: EditTools, text: string, live: string): string {
  const wanted = parsePolicy(live);
  const isYaml = !text.trimStart().startsWith('{');
  if (isYaml && 'tree' in wanted && isJsonMap(wanted.tree)) {
    const edited = editedTo({ path: 'policy', text }, 0, wanted.tree, tools);
    const again = edited === undefined ? undefined : parsePolicy(edited);
    const isSame =
      again !== undefined && 'tree' in again && canonicalJson(again.tree) === canonicalJson(wanted.tree);
    if (edited !== undefined && isSame) return edited;
  }
  return isYaml ? readablePolicy(live, tools.print) : live;
}

/** The number of occurrences of `$(file:…)` with this path in the YAML files of a workspace. */
export type FileUses = (file: string) => number;

/** Counts once, on the first call. */
export function fileUses(workspace: Pick<Workspace, 'yaml' | 'resources'>): FileUses {
  let counts: ReadonlyMap<string, number> | undefined;
  return (file) => (counts ??= countUses(workspace)).get(path.posix.normalize(file)) ?? 0;
}

function countUses(workspace: Parameters<typeof resourceSources>[0]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { text } of resourceSources(workspace))
    for (const [, written = ''] of text.matchAll(expression)) {
      const file = path.posix.normalize(written);
      counts.set(file, (counts.get(file) ?? 0) + 1);
    }
  return counts;
}
