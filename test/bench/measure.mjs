import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '../..');
export const edgewright = path.join(root, 'bin/edgewright.js');
const preload = path.join(root, 'test/bench/peak-memory.cjs');

/** Without certificates that Node decodes at each start where this is set: it may take longer than Node itself. */
const { NODE_EXTRA_CA_CERTS: _certificates, ...ownEnv } = process.env;

/**
 * Runs `node args…` (or another executable), after the words of `command`, to its end; wall time in milliseconds.
 * Throws when it ends otherwise than it should.
 */
export function time(
  args,
  { env = {}, cwd = root, exitCodes = [0], command = [], executable = process.execPath } = {},
) {
  const [program, ...rest] = [...command, executable, ...args];
  const started = process.hrtime.bigint();
  const { status, stderr } = spawnSync(program, rest, {
    cwd,
    env: { ...ownEnv, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const wall = Number(process.hrtime.bigint() - started) / 1e6;
  if (!exitCodes.includes(status)) throw new Error(`node ${args.join(' ')} ended with ${status}: ${stderr}`);
  return wall;
}

/** Peak resident memory of one run, in MiB. */
export function peakMemory(args, options = {}) {
  const file = path.join(tmpdir(), `edgewright-peak-${process.pid}`);
  time(['--require', preload, ...args], { ...options, env: { ...options.env, EDGEWRIGHT_BENCH_PEAK: file } });
  const peak = Number(readFileSync(file, 'utf8')) / 1024;
  rmSync(file);
  return peak;
}

/** The ratios of two commands run in turn, after one run of each that is not counted. */
export function ratiosOf(ours, theirs, runs) {
  ours();
  theirs();
  return Array.from({ length: runs }, () => ours() / theirs());
}
