import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { partOf, parts, partsAbout, type Part } from './parts.ts';
import { partInTurn, turnOf } from './turn.ts';

/*
 * `npm run prove` runs every part, `npm run prove <part>` one, `npm run prove <file>` the part of a file with this file
 * alone, and `npm run prove -- --list` says what each part proves and how long it took here. `--in-turn` is the part
 * that `.ci/run` adds for this commit, `--changed` each that is about what differs from `main`. `test` is not a part of
 * it but the tests of `npm test`, which `.ci/run` counts in the same way.
 */
const root = process.cwd();
const reports = path.join(root, 'node_modules/.cache/edgewright/prove');

const tests: Part = {
  name: 'test',
  proves: 'Everything, in the few minutes before a commit.',
  about: [],
  of: [],
};

interface Ran {
  readonly passed: number;
  readonly failed: number;
  readonly seconds: number;
}

const words = process.argv.slice(2).flatMap((word) => {
  if (word === '--in-turn') return [partInTurn(turnOf(root)).name];
  return word === '--changed' ? partsAbout(changedFiles()).map(({ name }) => name) : [word];
});
const unknown = words.find((word) => word !== '--list' && partOfWord(word) === undefined);
if (unknown !== undefined) {
  say(
    `\`${unknown}\` is neither a part nor one of its files; the parts are ${parts.map(({ name }) => name).join(', ')}`,
  );
  process.exitCode = 64;
} else if (words.includes('--list')) list();
else if (words.length === 0 && process.argv.length > 2)
  say('nothing differs from `main` that a part is about');
else run(words.length === 0 ? parts.map(({ name }) => name) : words);

function partOfWord(word: string): Part | undefined {
  return [...parts, tests].find(({ name }) => name === word) ?? partOf(word);
}

/** The files that differ from where this branch left `main`, committed or not. */
function changedFiles(): readonly string[] {
  const git = (...args: readonly string[]): readonly string[] => {
    const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
    return status === 0 ? stdout.split('\n').filter((line) => line !== '') : [];
  };
  const [base = 'HEAD'] = [...git('merge-base', 'HEAD', 'origin/main'), ...git('merge-base', 'HEAD', 'main')];
  return [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')];
}

function list(): void {
  for (const { name, proves } of parts) {
    const last = readReport(name);
    say(`${name.padEnd(12)}${last === undefined ? '' : `${timeOf(last.seconds)}  `}${proves}`);
  }
}

function run(asked: readonly string[]): void {
  const rows = asked.map((word): readonly [string, Ran] => {
    const part = partOfWord(word)!;
    say(`\n${part.name}: ${part.proves}`);
    return [word, runPart(part, word === part.name ? [] : [word])];
  });
  say('');
  for (const [word, ran] of rows) sayRow(word, ran);
  const total = rows.reduce(
    (sum, [, { passed, failed, seconds }]) => ({
      passed: sum.passed + passed,
      failed: sum.failed + failed,
      seconds: sum.seconds + seconds,
    }),
    { passed: 0, failed: 0, seconds: 0 },
  );
  if (rows.length > 1) sayRow('total', total);
  process.exitCode = total.failed === 0 ? 0 : 1;
}

function runPart({ name }: Part, files: readonly string[]): Ran {
  const report = reportOf(name);
  mkdirSync(reports, { recursive: true });
  rmSync(report, { force: true });
  const started = Date.now();
  const { status } = spawnSync(
    process.execPath,
    [
      path.join(root, 'node_modules/vitest/vitest.mjs'),
      ...['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`, ...files],
      ...(name === tests.name ? ['--mode', 'share'] : []),
    ],
    { cwd: root, stdio: 'inherit', env: { ...process.env, PART: name } },
  );
  const { passed, failed } = readReport(name) ?? { passed: 0, failed: 0 };
  // A runner that stopped without naming a failed test has failed too.
  const failures = status !== 0 && failed === 0 ? 1 : failed;
  return { passed, failed: failures, seconds: (Date.now() - started) / 1000 };
}

function reportOf(name: string): string {
  return path.join(reports, `${name}.json`);
}

/** What the last run of a part came to; undefined if there was none that ended. */
function readReport(name: string): Ran | undefined {
  try {
    const { numPassedTests, testResults, startTime } = JSON.parse(
      readFileSync(reportOf(name), 'utf8'),
    ) as Report;
    const ended = Math.max(startTime, ...testResults.map(({ endTime }) => endTime));
    return {
      passed: numPassedTests,
      failed: testResults.reduce((sum, file) => sum + failuresOf(file), 0),
      seconds: (ended - startTime) / 1000,
    };
  } catch {
    return undefined;
  }
}

interface Report {
  readonly startTime: number;
  readonly numPassedTests: number;
  readonly testResults: readonly {
    readonly status: string;
    readonly endTime: number;
    readonly assertionResults: readonly { readonly status: string }[];
  }[];
}

/** A file whose tests could not even be collected counts as one failure. */
function failuresOf({ status, assertionResults }: Report['testResults'][number]): number {
  const failed = assertionResults.filter((test) => test.status === 'failed').length;
  return failed === 0 && status === 'failed' ? 1 : failed;
}

function sayRow(name: string, { passed, failed, seconds }: Ran): void {
  say(`${name.padEnd(12)}${timeOf(seconds)}  ${passed} passed, ${failed} failed`);
}

function timeOf(seconds: number): string {
  return `${Math.floor(seconds / 60)}m${String(Math.round(seconds) % 60).padStart(2, '0')}s`.padStart(7);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
