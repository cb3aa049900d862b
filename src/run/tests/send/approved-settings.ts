/**
 * Whether the settings that decide where a secret may go are those of the default branch. A branch that names another
 * ledger, or commits one, could declare any host to be its own; one that changes `secrets:` could use those of others.
 */
import { plainValue } from '../../../derive/schema/plain-value.ts';
import { readYaml } from '../../../derive/yaml/read-yaml.ts';
import { UserError } from '../../../model/errors.ts';
import type { Io } from '../../../model/io.ts';
import type { Json } from '../../../model/value.ts';
import type { Workspace } from '../../../model/workspace/workspace.ts';
import { isJsonMap, isSameJson } from '../../../text/json/json-access.ts';
import { repositoryFolder } from '../../../workspace/git/repository-folder.ts';
import { runGit } from '../../../workspace/git/run-git.ts';

const deciding = ['ledger', 'secrets'] as const;

/** Why no secret is sent from this checkout, as a clause; undefined if secrets may be sent. */
export async function unapprovedSettings(
  io: Io,
  { root, settings }: Pick<Workspace, 'root' | 'settings'>,
  environment: string,
): Promise<string | undefined> {
  const git = async (words: readonly string[]): Promise<string | undefined> => {
    try {
      const { exitCode, stdout } = await runGit({ cwd: root, env: io.env }, words);
      return exitCode === 0 ? stdout.toString('utf8') : undefined;
    } catch (error) {
      // Without git there are no branches.
      if (error instanceof UserError) return undefined;
      throw error;
    }
  };
  const ledger = `.edgewright/${environment}/ledger.json`;
  if (
    settings.ledger?.store === 'file' &&
    (await git(['ls-files', '--error-unmatch', '--', ledger])) !== undefined
  )
    return `the ledger \`${ledger}\` is committed, so a branch can say which hosts are served`;
  const file = `${repositoryFolder(root)}${settings.document.source.path}`;
  const approved = await git(['show', `refs/remotes/origin/HEAD:${file}`]);
  if (approved === undefined) return undefined;
  const [here, there] = [settings.document.source.text, approved].map(mapIn);
  const changed = deciding.find((key) => !isSameJson(here?.[key] ?? null, there?.[key] ?? null));
  return changed === undefined
    ? undefined
    : `\`${changed}:\` of edgewright.yaml is not that of the default branch`;
}

function mapIn(text: string): Readonly<Record<string, Json>> | undefined {
  const [document] = readYaml({ path: 'edgewright.yaml', text }).documents;
  const value = document?.root === undefined ? undefined : plainValue(document.root);
  return isJsonMap(value) ? value : undefined;
}
