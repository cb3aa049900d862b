/*
 * `npm run check`: every check that is not a test, two at a time, those first that take longest. All of them run, whatever
 * one of them finds; what the failed ones print comes last.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const checks = [
  'check:code',
  'check:unused',
  'check:package',
  'check:deps',
  'check:generated',
  'check:format',
];
const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));

const left = [...checks];
const failed = [];
await Promise.all(Array.from({ length: Math.max(2, Math.min(4, availableParallelism())) }, work));
for (const { name, output } of failed) process.stdout.write(`\n${name}:\n${output}`);
process.exitCode = failed.length === 0 ? 0 : 1;

async function work() {
  for (let name = left.shift(); name !== undefined; name = left.shift()) {
    const started = Date.now();
    const { output, isPassed } = await run(scripts[name]);
    const seconds = ((Date.now() - started) / 1000).toFixed(0);
    process.stdout.write(`${isPassed ? 'ok    ' : 'FAILED'}  ${name}  ${seconds} s\n`);
    if (!isPassed) failed.push({ name, output });
  }
}

function run(script) {
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(script, {
      cwd: root,
      shell: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        PATH: `${path.join(root, 'node_modules/.bin')}${path.delimiter}${process.env.PATH}`,
      },
    });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
    child.on('error', (error) => (output += error.message));
    child.on('close', (code) => resolve({ output, isPassed: code === 0 }));
  });
}
