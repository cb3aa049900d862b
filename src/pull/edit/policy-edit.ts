import { isJsonMap } from '../../text/json/json-access.ts';
import { canonicalJson } from '../../text/hash.ts';
import { parsePolicy } from '../../derive/policy/traffic-policy.ts';
import { editedTo, type EditTools } from '../../edit/edit-to.ts';
import { readablePolicy } from './text-files.ts';

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
