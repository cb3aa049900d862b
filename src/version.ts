import manifest from '../package.json' with { type: 'json' };

/** The version of this package. */
export const version: string = manifest.version;

declare const edgewrightCommit: string | undefined;

/** The commit of this release in the repository; undefined in a build that is not a release. */
export const releaseCommit: string | undefined =
  typeof edgewrightCommit === 'undefined' ? undefined : edgewrightCommit;
