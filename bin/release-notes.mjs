/*
 * `node bin/release-notes.mjs v0.1.0` prints the section of CHANGELOG.md for a release. Refuses a tag that is not the
 * version of package.json, and a version without a section: both mean that the release was not prepared.
 */
import { readFileSync } from 'node:fs';

const [tag = ''] = process.argv.slice(2);
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const changelog = readFileSync('CHANGELOG.md', 'utf8').replaceAll('\r\n', '\n');
const [, notes = ''] =
  changelog
    .split(/^## /m)
    .slice(1)
    .map((section) => /^\[?v?([^\]\s]+)\]?.*\n([\s\S]*)$/.exec(section)?.slice(1) ?? [])
    .find(([name]) => name === version) ?? [];

const problem =
  tag !== `v${version}`
    ? `the tag is \`${tag}\`, package.json has the version \`${version}\``
    : notes.trim() === ''
      ? `CHANGELOG.md has no section \`## ${version}\` with text`
      : undefined;
if (problem === undefined) process.stdout.write(`${notes.trim()}\n`);
else {
  process.stderr.write(`error: ${problem}\n`);
  process.exitCode = 1;
}
