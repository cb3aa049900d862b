import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { runAction } from './package/action/run-action.ts';
import type { StepResult, Runner } from './package/action/runner.ts';

/** Beside the bundle of the action: the program is started by Node itself, without a shell and without the PATH. */
const program = path.join(import.meta.dirname, '..', 'bin', 'edgewright.js');

const runner: Runner = {
  env: process.env,
  cwd: process.env['GITHUB_WORKSPACE'] ?? process.cwd(),
  stdout: (text) => void process.stdout.write(text),
  random: (bytes) => randomBytes(bytes).toString('hex'),
  run: (words, { cwd, env, output }) =>
    new Promise((resolve, reject) => {
      const child = spawn(process.execPath, [program, ...words], {
        cwd,
        env,
        stdio: ['ignore', output === 'printed' ? 'inherit' : 'pipe', 'inherit'],
      });
      let stdout = '';
      child.stdout?.setEncoding('utf8').on('data', (text: string) => {
        stdout += text;
        if (output === 'shown') process.stdout.write(text);
      });
      // The runner ends a job with SIGINT to the action alone: the program ends in order, and says what it did.
      const forward = (signal: NodeJS.Signals): void => void child.kill(signal);
      process.on('SIGINT', forward).on('SIGTERM', forward);
      child.on('error', reject);
      child.on('close', (code, signal) => {
        process.off('SIGINT', forward).off('SIGTERM', forward);
        resolve({ exitCode: code ?? (signal === 'SIGINT' ? 130 : 143), stdout } satisfies StepResult);
      });
    }),
};

runAction(runner).then(
  (exitCode) => {
    process.exitCode = exitCode;
  },
  (error: unknown) => {
    process.exitCode = 70;
    throw error;
  },
);
