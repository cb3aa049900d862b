import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { choose, type Chosen } from './choose.ts';

/*
 * `npm run mutate`: 400 seeded changes of the sources. First every test runs once more for each mutant that it comes by
 * (`runner.ts`); then those that are left, among them what is decided while modules load, each in processes of its own.
 * Prints each mutant that no test notices, with the reason that `survivors.yaml` has for it; ends with 1 when fewer
 * than 92 % are noticed or one without a reason is not. `MUTANT_COUNT`, `MUTANT_SEED` and `MUTANT_FOLDERS`
 * (`lint,kinds/policy`, below `src/`) choose others, arguments the tests: `npm run mutate -- test/lint`. It can be
 * interrupted.
 */
const root = process.cwd();
const count = Number(process.env['MUTANT_COUNT'] ?? 400);
const seed = Number(process.env['MUTANT_SEED'] ?? 1);
const within = process.env['MUTANT_FOLDERS']?.split(',');
const tests = process.argv.slice(2);
const goal = 0.92;
const folder = path.join(
  root,
  'node_modules/.cache/edgewright',
  `mutants-${[seed, count, ...(within ?? [])].join('-').replaceAll('/', '_')}`,
);
const file = path.join(folder, 'mutants.json');

/** A test file, and the mutants that it comes by. */
interface Reached {
  readonly file: string;
  readonly reached: readonly number[];
  readonly milliseconds: number;
}

interface Survivor extends Pick<Chosen, 'file' | 'text' | 'by'> {
  readonly why: string;
}

mkdirSync(path.join(folder, 'noticed'), { recursive: true });
mkdirSync(path.join(folder, 'survived'), { recursive: true });
const mutants = choose(root, { count, seed, ...(within === undefined ? {} : { within }) });
writeFileSync(file, JSON.stringify(mutants));

const together = path.join(folder, 'together');
if (!existsSync(together)) {
  await vitest(tests, { MUTANT_RECORD: folder }, 7200);
  writeFileSync(together, '');
}
const files = readdirSync(path.join(folder, 'files')).map(
  (name) => JSON.parse(readFileSync(path.join(folder, 'files', name), 'utf8')) as Reached,
);
const left = mutants.filter(({ id }) => !isNoted('noticed', id) && !isNoted('survived', id));
say(`${mutants.length - left.length} of ${mutants.length} mutants are settled`);
await Promise.all([alone(), alone()]);
report();

async function alone(): Promise<void> {
  for (let mutant = left.shift(); mutant !== undefined; mutant = left.shift()) {
    const { id, file: source, line, text, by } = mutant;
    const killer = await killerOf(mutant);
    writeFileSync(path.join(folder, killer === undefined ? 'survived' : 'noticed', String(id)), killer ?? '');
    const verdict = killer === undefined ? 'survived' : 'noticed ';
    say(`${id}  ${verdict}  ${source}:${line}  ${inShort(text)}  ->  ${inShort(by)}`);
  }
}

/** The test files that notice it, as many as were needed; undefined where none does. */
async function killerOf({ id, file: source }: Chosen): Promise<string | undefined> {
  for (const group of groupsFor(id, source)) {
    const seconds = 60 + (10 * sum(group)) / 1000;
    const names = group.map((each) => each.file);
    if (await vitest(names, { MUTANT: String(id) }, seconds)) return names.join(' ');
  }
  return undefined;
}

/**
 * The test files that come by a mutant, those first that notice most others of the same folder in their time: a few,
 * then four minutes of them.
 */
function groupsFor(id: number, source: string): readonly (readonly Reached[])[] {
  const near = mutants.filter((other) => path.dirname(other.file) === path.dirname(source));
  const area = near.length > 3 ? near : mutants.filter((other) => areaOf(other.file) === areaOf(source));
  const killers = area.map((other) => killer(other.id));
  const worth = ({ file: name, milliseconds }: Reached): number =>
    (1 + killers.filter((one) => one === name).length) / (500 + milliseconds);
  const able = files.filter(({ reached }) => reached.includes(id)).sort((a, b) => worth(b) - worth(a));
  const [first, others] = [able.slice(0, 4), able.slice(4)];
  let total = 0;
  const second = others.filter(({ milliseconds }) => (total += milliseconds) < 240_000);
  return [first, second].filter((group) => group.length > 0);
}

function areaOf(source: string): string {
  return source.split('/')[1] ?? '';
}

function killer(id: number): string | undefined {
  return isNoted('noticed', id)
    ? readFileSync(path.join(folder, 'noticed', String(id)), 'utf8').split(/[ \n]/)[0]
    : undefined;
}

function isNoted(as: 'noticed' | 'survived', id: number): boolean {
  return existsSync(path.join(folder, as, String(id)));
}

function sum(group: readonly Reached[]): number {
  return group.reduce((total, { milliseconds }) => total + milliseconds, 0);
}

/** Whether the tests fail, or do not end in this time. */
function vitest(names: readonly string[], env: Record<string, string>, seconds: number): Promise<boolean> {
  return new Promise((resolve) => {
    const program = path.join(root, 'node_modules/vitest/vitest.mjs');
    const args = [program, 'run', '--config', 'test/mutation/vitest.config.ts', '--reporter=dot', ...names];
    const isAlone = env['MUTANT'] !== undefined;
    const child = spawn(process.execPath, isAlone ? [...args, '--bail=1'] : args, {
      cwd: root,
      env: { ...process.env, ...env, MUTANTS: file },
      stdio: isAlone ? 'ignore' : 'inherit',
      detached: true,
    });
    // A mutant may never end: the whole group of processes is ended then.
    const timer = setTimeout(() => process.kill(-child.pid!, 'SIGKILL'), seconds * 1000);
    child.on('exit', (code) => {
      clearTimeout(timer);
      resolve(code !== 0);
    });
  });
}

function report(): void {
  const known = parse(readFileSync(path.join(root, 'test/mutation/survivors.yaml'), 'utf8')) as
    | readonly Survivor[]
    | null;
  const survivors = mutants.filter(({ id }) => isNoted('survived', id));
  const unexplained = survivors.filter(({ file: source, line, text, by }) => {
    const why = known?.find((each) => each.file === source && each.text === text && each.by === by)?.why;
    say(`${source}:${line}  ${inShort(text)}  ->  ${inShort(by)}\n    ${why ?? 'NO REASON'}`);
    return why === undefined;
  });
  const share = (mutants.length - survivors.length) / mutants.length;
  say(
    `mutants: ${mutants.length}, noticed: ${(100 * share).toFixed(1)} %, survivors without a reason: ${unexplained.length}`,
  );
  process.exitCode = share >= goal && unexplained.length === 0 ? 0 : 1;
}

function inShort(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > 60 ? `${line.slice(0, 57)}...` : line;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
