import { plainValue } from '../../derive/schema/plain-value.ts';
import { readYaml } from '../../derive/yaml/read-yaml.ts';
import { resource as table } from '../../kinds/documents/resource.ts';
import { type Workspace } from '../../model/workspace/workspace.ts';
import { startDrafts, type FileChange } from '../../pull/edit/drafts.ts';
import { yamlText } from '../../report/text/yaml.ts';
import { isJsonMap } from '../../text/json/json-access.ts';
import { withKey } from '../../pull/edit/with-key.ts';

/**
 * The edits that keep adopted objects in their environments when others are added, as `pull` writes them where there
 * are several: an object of one account, with its URL and ids, is not to be created on another.
 */
export function keepAdopted(workspace: Workspace): readonly FileChange[] {
  const drafts = startDrafts({ read: (source) => readYaml(source).documents, print: yamlText });
  const environments = [...workspace.environments.values()];
  for (const { address, environments: limited, document, root } of workspace.resources) {
    const owners = environments.filter(({ adopt }) => adopt.some((adoption) => adoption.address === address));
    const content = plainValue(root);
    if (limited !== undefined || owners.length === 0 || !isJsonMap(content)) continue;
    const names = owners.map(({ name }) => name);
    drafts.edit(
      { ...document.source, index: document.index },
      withKey(content, 'environments', names, Object.keys(table.fields)),
    );
  }
  return drafts.changes();
}
