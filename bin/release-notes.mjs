/*
 * `node bin/release-notes.mjs v0.1.0` prints the section of CHANGELOG.md for a release. Refuses a tag that is not the
 * version of package.json, and a version without a section: both mean that the release was not prepared.
 */
import { readFileSync } from 'node:fs';

const [tag = ''] = process.argv.slice(2);
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const sections = readFileSync('CHANGELOG.md', 'utf8').replaceAll('\r\n', '\n').split(/^## /m).slice(1);
const section = sections.find((text) => /^\[?v?([^\]\s]+)/.exec(text)?.[1] === version) ?? '';
const notes = section.replace(/^.*\n?/, '').trim();

const problem =
  tag !== `v${version}`
    ? `the tag is \`${tag}\`, package.json has the version \`${version}\``
    : notes === ''
      ? `CHANGELOG.md has no section \`## ${version}\` with text`
      : undefined;
if (problem === undefined) process.stdout.write(`${notes}\n`);
else {
  process.stderr.write(`error: ${problem}\n`);
  process.exitCode = 1;
}
