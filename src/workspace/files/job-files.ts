import type { Source } from '../../model/document.ts';
import type { FileTree } from './file-tree.ts';

/** Where forges look for jobs, from the top of a repository: folders end with `/`. */
export const jobPlaces: readonly string[] = [
  '.github/workflows/',
  '.gitlab/',
  '.gitlab-ci.yml',
  '.gitea/workflows/',
  '.forgejo/workflows/',
];

/** Where forges look for the owners of files, in the order of GitHub. */
export const ownerFiles: readonly string[] = ['.github/', '', 'docs/', '.gitlab/', '.gitea/'].map(
  (folder) => `${folder}CODEOWNERS`,
);

/**
 * The files of forges in a repository with jobs that run Edgewright in the workspace of this folder, `''` for the top.
 */
export function jobFiles(top: FileTree, folder: string): readonly Source[] {
  return jobPaths(top).flatMap((path) => {
    const read = top.read(path);
    return 'source' in read && isForWorkspace(read.source.text, folder) ? [read.source] : [];
  });
}

/** The paths of all files with jobs in a repository. */
export function jobPaths(top: FileTree): readonly string[] {
  return jobPlaces.flatMap((place) => yamlBelow(top, place.replace(/\/$/, '')));
}

function yamlBelow(top: FileTree, path: string): readonly string[] {
  const type = top.typeOf(path);
  if (type === 'folder') {
    const entries = top.list(path);
    return typeof entries === 'string'
      ? []
      : entries.flatMap(({ name }) => yamlBelow(top, `${path}/${name}`));
  }
  return (type === 'file' || type === 'link') && /\.ya?ml$/.test(path) ? [path] : [];
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
