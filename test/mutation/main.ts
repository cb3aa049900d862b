import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { choose, type Chosen } from './choose.ts';

/*
 * `npm run mutate`: 400 seeded changes of the sources, one at a time, each against the test files that come by it, the
 * quick ones first. Prints each that no test notices, with the reason that `survivors.yaml` has for it; ends with 1
 * when fewer than 92 % are noticed or one without a reason is not. `MUTANT_COUNT`, `MUTANT_SEED` choose others.
 */
const root = process.cwd();
const count = Number(process.env['MUTANT_COUNT'] ?? 400);
const seed = Number(process.env['MUTANT_SEED'] ?? 1);
const goal = 0.92;
const folder = path.join(root, 'node_modules/.cache/edgewright', `mutants-${seed}-${count}`);
const file = path.join(folder, 'mutants.json');

interface Seen {
  readonly file: string;
  readonly seen: readonly number[];
  readonly milliseconds: number;
}

interface Survivor extends Pick<Chosen, 'file' | 'text' | 'by'> {
  readonly why: string;
}

mkdirSync(folder, { recursive: true });
const mutants = choose(root, count, seed);
writeFileSync(file, JSON.stringify(mutants));

// Which test files come by which mutant.
const hits = path.join(folder, 'hits');
if (!existsSync(hits) && (await vitest([], { MUTANT_HITS: hits, MUTANT_WORKERS: '2' }, 3600))) {
  rmSync(hits, { recursive: true, force: true });
  throw new Error('the tests fail without any mutant: a verdict would mean nothing');
}
const seen = readdirSync(hits).map((name) => JSON.parse(readFileSync(path.join(hits, name), 'utf8')) as Seen);

const results = path.join(folder, 'results.json');
const killed: Record<string, string> = existsSync(results)
  ? (JSON.parse(readFileSync(results, 'utf8')) as Record<string, string>)
  : {};
const left = mutants.filter(({ id }) => !(id in killed));
await Promise.all([work(), work()]);
report();

async function work(): Promise<void> {
  for (let mutant = left.shift(); mutant !== undefined; mutant = left.shift()) {
    killed[mutant.id] = await killerOf(mutant);
    writeFileSync(results, JSON.stringify(killed));
    const { id, file: source, line, text, by } = mutant;
    const verdict = killed[id] === '' ? 'survived' : 'noticed ';
    say(`${id}  ${verdict}  ${source}:${line}  ${inShort(text)}  ->  ${inShort(by)}`);
  }
}

/** The group of test files that notices it; empty where none does. */
async function killerOf({ id, file: source }: Chosen): Promise<string> {
  const files = seen.filter((each) => each.seen.includes(id));
  for (const group of inGroups(files, source)) {
    const seconds = 60 + 10 * (sum(group) / 1000);
    const names = group.map((each) => each.file);
    if (await vitest(names, { MUTANT: String(id) }, seconds)) return names.join(' ');
  }
  return '';
}

/** The tests of the same folder of `src`, half a minute of others, the scenarios, all others. */
function inGroups(files: readonly Seen[], source: string): readonly (readonly Seen[])[] {
  const groups: Seen[][] = [[], [], [], []];
  const own = `test/${source.split('/')[1] ?? ''}/`;
  let total = 0;
  for (const each of files.toSorted((a, b) => a.milliseconds - b.milliseconds)) {
    const isOwn = each.file.startsWith(own) && each.milliseconds < 15_000;
    if (!isOwn) total += each.milliseconds;
    const group = isOwn ? 0 : total < 20_000 ? 1 : each.file.startsWith('test/scenarios/') ? 2 : 3;
    groups[group]!.push(each);
  }
  return groups.filter((group) => group.length > 0);
}

function sum(files: readonly Seen[]): number {
  return files.reduce((total, { milliseconds }) => total + milliseconds, 0);
}

/** Whether the tests fail, or do not end in this time. */
function vitest(files: readonly string[], env: Record<string, string>, seconds: number): Promise<boolean> {
  return new Promise((resolve) => {
    const args = ['vitest', 'run', '--config', 'test/mutation/vitest.config.ts', '--reporter=dot', ...files];
    const isDry = env['MUTANT'] === undefined;
    const child = spawn('npx', isDry ? args : [...args, '--bail=1'], {
      cwd: root,
      env: { ...process.env, ...env, MUTANTS: file },
      stdio: isDry ? 'inherit' : 'ignore',
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
    readonly Survivor[] | null;
  const survivors = mutants.filter(({ id }) => killed[id] === '');
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
