import { releaseCommit, version } from '../../../version.ts';

/** An action with the commit that its tag had when it was read: a tag can be moved, a commit cannot. */
const actions = {
  'actions/checkout': { tag: 'v7.0.1', commit: '3d3c42e5aac5ba805825da76410c181273ba90b1' },
  'actions/upload-artifact': { tag: 'v7.0.0', commit: 'bbbca2ddaa5d8feaa63e36b76fdaad77386f024f' },
  'actions/download-artifact': { tag: 'v8.0.1', commit: '3e5f45b2cfb9172054b4087a40e8e0b5a5461e7c' },
} as const;

/** The value of `uses:` for an action of a third party; `from` is the server where a forge has no default one. */
export function pinned(name: keyof typeof actions, from = ''): string {
  const { tag, commit } = actions[name];
  return `${from}${name}@${commit} # ${tag}`;
}

/** The value of `uses:` for our own action: the commit of this release, or its tag in a build that is not released. */
export function ownAction(from = '', commit: string | undefined = releaseCommit): string {
  const name = `${from}edgewright/edgewright`;
  return commit === undefined ? `${name}@v${version}` : `${name}@${commit} # v${version}`;
}

/** A line for the head of a file that uses our action by its tag. */
export function pinningNote(commit: string | undefined = releaseCommit): string {
  return commit === undefined
    ? `# Pin edgewright/edgewright: replace v${version} by the commit of that tag, with "# v${version}" behind it.\n`
    : '';
}
