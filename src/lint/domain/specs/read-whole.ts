import type { YamlDocument } from '../../../model/document.ts';
import type { UnreadFile } from '../../../model/lint/lint-result.ts';
import { type Address, type Workspace, type WorkspaceDocument } from '../../../model/workspace.ts';
import { rememberEach, rememberLast } from '../../../text/remember-last.ts';
import type { RuleContext, Subject } from '../../rule.ts';

/**
 * Whether everything in the workspace could be read. If not, the unread part may use what seems to be unused or declare
 * what seems to be missing: such a finding would be a second one for the same mistake.
 */
export const isReadWhole = rememberLast((workspace: Workspace): boolean => {
  const { settings, diagnostics, yaml } = workspace;
  if (settings.document.isBroken === true) return false;
  if (unreadFilesOf(workspace).length > 0) return false;
  if (diagnostics.some(({ rule }) => unread.test(rule))) return false;
  const valid = validDocuments(workspace);
  return yaml.every((document) => valid.has(document) || document.root === undefined);
});

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

const unread = /^(?:yaml-|file-|glob-syntax$|no-resources$|environment-)/;

/** Files that look like workspace files but are not read. The folders are walked once per workspace. */
export const unreadFilesOf = rememberLast(
  ({ unreadFiles, diagnostics }: Workspace): readonly UnreadFile[] => {
    // If no resource file or environment is found at all, that has one finding of its own.
    const isLost = (what: string): boolean => diagnostics.some(({ rule }) => rule === what);
    if (unreadFiles === undefined || isLost('no-resources')) return [];
    return unreadFiles().filter(({ seems }) => seems !== 'environment' || !isLost('no-environment'));
  },
);

/**
 * Whether the object of a resource is known to exist: it is live, in the ledger, or to be adopted. Fields that a create
 * requires may be absent in an update.
 */
export function isExisting({ address, document }: Subject, context: RuleContext): boolean {
  if (document === undefined) return true;
  const { ledger, workspace, environment } = context;
  const names = [address, ...document.formerly.map(({ name }): Address => `${document.kind}/${name}`)];
  if (names.some((name) => ledger?.resources[name] !== undefined)) return true;
  const adopted = workspace?.environments.get(environment)?.adopt ?? [];
  return adopted.some((adoption) => adoption.address === address);
}
