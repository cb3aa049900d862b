import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { serve } from './local-api.mjs';
import { edgewright, peakMemory, root, time } from './measure.mjs';

const many = 100_000;
const few = 10_000;
const port = '4049';

/** Ledgers read from a file and written to it again: CPU time for each object, against one of ten times fewer. */
export function ledgerAtScale(folder) {
  const [all, some] = [many, few].map((count) => ledgerOf(path.join(folder, `ledger-${count}`), count, 5));
  return {
    figure: 'ledger of 100,000 objects, read and written: CPU time for each / of 10,000',
    ratios: all.milliseconds.map((time, run) => time / many / (some.milliseconds[run] / few)),
    goal: '<= 1.20',
    peakMiB: all.peakKiB / 1024,
  };
}

function ledgerOf(folder, count, runs) {
  ledgerProcess('make', folder, count);
  return JSON.parse(ledgerProcess('run', folder, runs));
}

function ledgerProcess(...args) {
  const program = [path.join(root, 'bin/run-ts.mjs'), 'test/bench/ledger-process.ts'];
  const options = { cwd: root, encoding: 'utf8' };
  const { stdout, stderr, status } = spawnSync(process.execPath, [...program, ...args.map(String)], options);
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

/** `apply` of a change to each hundredth resource among so many: time for each of all, against ten times fewer. */
export async function applyAmongMany(folder) {
  const [all, some] = [many, few].map((count) => accountOf(folder, count));
  const ratios = [];
  for (let run = 0; run < 3; run++) {
    const [slow, quick] = [await applied(all, run), await applied(some, run)];
    ratios.push(slow / many / (quick / few));
  }
  const peakMiB = await applied(all, 3, peakMemory);
  return {
    figure: 'apply of 1,000 changes among 100,000 resources: time for each / of 100 among 10,000',
    ratios,
    goal: '<= 1.20',
    peakMiB,
  };
}

/** A workspace and an account whose resources were all applied, half of them endpoints. */
function accountOf(folder, count) {
  const [workspace, data] = ['work', 'api'].map((name) => path.join(folder, `among-${count}-${name}`));
  const args = ['test/bench/applied-account.ts', workspace, data, `http://127.0.0.1:${port}`, String(count)];
  execFileSync(process.execPath, [path.join(root, 'bin/run-ts.mjs'), ...args], { cwd: root });
  return { workspace, data, changes: count / 100 };
}

async function applied({ workspace, data, changes }, run, measure = time) {
  change(workspace, changes, run);
  const api = await serve(['--data', data], { port });
  try {
    const env = { CI: '', EDGEWRIGHT_API_URL: api.url };
    return measure([edgewright, 'apply', '--yes', '--quiet', '-C', workspace], { env });
  } finally {
    await api.stop();
  }
}

/** Another header in so many routes, five of which are in a file. */
function change(workspace, changes, run) {
  for (let from = 0; from < changes; from += 5) {
    const file = path.join(workspace, `resources/routes-${from}.yaml`);
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replaceAll(/x-frame-options: \w+/g, `x-frame-options: RUN${run}`));
  }
}
