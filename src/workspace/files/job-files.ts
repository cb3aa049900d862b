import type { Source } from '../../model/document.ts';
import type { FileTree } from './file-tree.ts';

const folders = ['.github/workflows', '.gitea/workflows', '.forgejo/workflows', '.gitlab'];

/** The files of forges in a repository with jobs that run Edgewright in the workspace of this folder, `''` for the top. */
export function jobFiles(top: FileTree, folder: string): readonly Source[] {
  const paths = folders.flatMap((each) => {
    const entries = top.list(each);
    if (typeof entries === 'string') return [];
    return entries.flatMap(({ name, type }) => (type === 'file' ? [`${each}/${name}`] : []));
  });
  const files = [...paths, '.gitlab-ci.yml'].filter(
    (path) => /\.ya?ml$/.test(path) && top.typeOf(path) === 'file',
  );
  return files.flatMap((path) => {
    const read = top.read(path);
    return 'source' in read && isForWorkspace(read.source.text, folder) ? [read.source] : [];
  });
}

/** Whether jobs run Edgewright in the workspace of this folder. */
export function isForWorkspace(jobs: string, folder: string): boolean {
  return (
    runsEdgewright(jobs) && (folder === '' ? placesIn(jobs).length === 0 : placesIn(jobs).includes(folder))
  );
}

/** Whether jobs run Edgewright in another workspace alone. */
export function isForOthers(jobs: string, folder: string): boolean {
  return runsEdgewright(jobs) && !isForWorkspace(jobs, folder);
}

function runsEdgewright(jobs: string): boolean {
  return /\bedgewright\b/.test(jobs);
}

/** The folders that the input of the action and the option name. */
function placesIn(jobs: string): readonly string[] {
  return [...jobs.matchAll(/^ +workspace: (\S+)$|\bedgewright .*(?:-C|--workspace)[ =](\S+)/gm)].map(
    ([, input, option]) => input ?? option ?? '',
  );
}
