/**
 * Records what the other tools say: `node bin/run-ts.mjs test/lint/forty-mistakes/record-other.ts [PAIR…]` runs the
 * command of each pair beside its files and writes other.txt, with the version of the tool. The tools are on the PATH
 * of whoever records (rustc, clippy-driver, terraform; shellcheck, libxml2-utils, haproxy, nginx, pylint and ripgrep of
 * Debian; @biomejs/biome, oxlint and eslint of npm); no test needs one.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { allPairs, recording, writeFiles, type Pair } from './pair.ts';

const names = process.argv.slice(2);
for (const pair of allPairs())
  if (names.length === 0 || names.includes(pair.name))
    writeFileSync(recording(pair, 'other'), recorded(pair));

function recorded({ other: { command, files } }: Pair): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'edgewright-other-'));
  try {
    writeFiles(folder, files);
    const said = run(command, folder).replaceAll(`${folder}/`, '').replaceAll(folder, '.');
    return `# ${versionOf(command)}\n$ ${command}\n${withoutClock(said)}`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function versionOf(command: string): string {
  const tool = command.replace(/^\w+=\S+ /, '').split(' ')[0] ?? '';
  const flag = tool === 'haproxy' || tool === 'nginx' ? '-v' : '--version';
  const said = run(`${tool} ${flag}`, tmpdir());
  const number = (/\d+\.\d+(?:\.\d+)?/.exec(said) ?? /\d{5}/.exec(said))?.[0];
  if (number === undefined) throw new Error(`${tool} says no version`);
  return `${tool} ${number}`;
}

function run(command: string, cwd: string): string {
  const env = { ...process.env, NO_COLOR: '1', CLICOLOR_FORCE: undefined };
  return spawnSync('bash', ['-c', `${command} 2>&1`], { cwd, encoding: 'utf8', env }).stdout;
}

/** Dates, durations and process ids are of the day of the recording alone. */
function withoutClock(text: string): string {
  return text
    .replaceAll(/^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d /gm, '')
    .replaceAll(/\b\d+#\d+: /g, '')
    .replaceAll(/ in \d+(?:ms|µs)/g, '')
    .replaceAll(/\]( +)\(\d+\) : /g, ']$1(pid) : ');
}
