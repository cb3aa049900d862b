/** The package as npm packs it, installed without a network into a folder of its own. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export const repository = path.join(import.meta.dirname, '../..');

export interface Ended {
  readonly stdout: string;
  readonly stderr: string;
  readonly exit: number | null;
}

export interface Installed {
  readonly folder: string;
  readonly tarball: string;
  /** Runs a program in the folder, with no variables but those given. */
  readonly run: (program: string, args: readonly string[], env?: NodeJS.ProcessEnv) => Ended;
  /** Runs the installed command line. */
  readonly edgewright: (...args: readonly string[]) => Ended;
  readonly remove: () => void;
}

/** Packs, and installs the tarball with npm offline. Throws if npm fails or would fetch anything. */
export function installPackage(): Installed {
  const folder = mkdtempSync(path.join(tmpdir(), 'edgewright-package-'));
  const { tarball } = packTo(folder);
  const app = path.join(folder, 'app');
  mkdirSync(app);
  writeFileSync(path.join(app, 'package.json'), '{ "private": true, "type": "module" }\n');
  // An empty cache: offline, nothing but the tarball can be installed.
  npm(app, ['install', '--offline', '--cache', path.join(folder, 'cache'), '--ignore-scripts', tarball]);
  const run: Installed['run'] = (program, args, env = {}) => {
    const { stdout, stderr, status } = spawnSync(program, args, {
      cwd: app,
      env: { PATH: process.env['PATH'], HOME: folder, ...env },
      encoding: 'utf8',
    });
    return { stdout, stderr, exit: status };
  };
  return {
    folder: app,
    tarball,
    run,
    edgewright: (...args) => run(path.join(app, 'node_modules/.bin/edgewright'), args),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export interface Packed {
  readonly tarball: string;
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string; readonly size: number }[];
}

/** dist/ is built before tests; without scripts, packing does not build it again. */
export function packTo(folder: string): Packed {
  const json = npm(repository, ['pack', '--json', '--ignore-scripts', '--pack-destination', folder]);
  const result = JSON.parse(json) as unknown;
  const [one] = (Array.isArray(result) ? result : Object.values(result as object)) as [
    Omit<Packed, 'tarball'> & { readonly filename: string },
  ];
  return { ...one, tarball: path.join(folder, one.filename) };
}

export function npm(cwd: string, args: readonly string[]): string {
  const { stdout, stderr, status } = spawnSync('npm', [...args], { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`npm ${args.join(' ')}: ${stderr}`);
  return stdout;
}
