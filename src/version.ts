import { packageHomepage, packageVersion } from './version.gen.ts';

/** The version of this package: a constant, because an import of package.json puts all of it into the bundle. */
export const version: string = packageVersion;

/** The page of the project, for reports that name their tool. */
export const homepage: string = packageHomepage;

declare const edgewrightCommit: string | undefined;

/** The commit of this release in the repository; undefined in a build that is not a release. */
export const releaseCommit: string | undefined =
  typeof edgewrightCommit === 'undefined' ? undefined : edgewrightCommit;
