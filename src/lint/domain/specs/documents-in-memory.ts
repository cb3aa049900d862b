import type { YamlDocument } from '../../../model/document.ts';
import type { Workspace } from '../../../model/workspace/workspace.ts';
import { rememberEach } from '../../../text/remember-last.ts';
import type { WorkspaceDocument } from '../../../model/workspace/workspace-document.ts';

/** The documents of edgewright.yaml and of the environments. */
export function settingDocuments({ settings, environments }: Workspace): readonly YamlDocument[] {
  return [settings.document, ...[...environments.values()].flatMap(({ documents }) => documents)];
}

/** The valid documents of resource files whose trees are in memory. */
export const validDocuments = rememberEach(
  (workspace: Workspace): ReadonlyMap<YamlDocument, WorkspaceDocument> => {
    const { presets, removed, approvals } = workspace;
    const all = [...workspace.resources, ...presets.values(), ...removed, ...approvals];
    return new Map(all.map((declaration) => [declaration.document, declaration]));
  },
);
