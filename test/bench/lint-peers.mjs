import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { linter } from './lint-many.mjs';
import { ratiosOf, root, time } from './measure.mjs';

/** Installed for the figure, because one of them brings executables for every platform. */
const peers = { '@sourcemeta/jsonschema': '16.11.0', 'ajv-cli': '5.0.0' };
const schema = path.join(root, 'schemas/resource.schema.json');

/** `lint` of many files against the schema validator written in C++, which reports no positions in this mode. */
export const lintJsonschema = (folder) => {
  const figure = 'lint of 10,000 files / `jsonschema validate --fast` of them (C++)';
  const installed = peersIn(folder);
  if ('skipped' in installed) return { figure, ...installed };
  const { ours, peak, workspace } = linter(folder, 10_000);
  const program = path.join(installed.modules, '@sourcemeta/jsonschema/npm/cli.js');
  const args = ['validate', schema, path.join(workspace, 'resources'), '--extension', '.yaml', '--fast'];
  return {
    figure,
    ratios: ratiosOf(
      () => ours('cold'),
      () => time([program, ...args]),
      5,
    ),
    goal: '<= 2',
    peakMiB: peak('cold'),
  };
};

/** The same against ajv-cli, which knows no positions. */
export const lintAjvCli = (folder) => {
  const figure = 'lint of 10,000 files / `ajv validate` of them (ajv-cli)';
  const installed = peersIn(folder);
  if ('skipped' in installed) return { figure, ...installed };
  const { ours, peak, workspace } = linter(folder, 10_000);
  const program = path.join(installed.modules, 'ajv-cli/dist/index.js');
  const data = path.join(workspace, 'resources/**/*.yaml');
  return {
    figure,
    ratios: ratiosOf(
      () => ours('cold'),
      () => time([program, 'validate', '--spec=draft7', '--strict=false', '-s', schema, '-d', data]),
      5,
    ),
    goal: '<= 2',
    peakMiB: peak('cold'),
  };
};

/** The folder of the peers' packages; without a registry the rows are skipped. */
function peersIn(folder) {
  const home = path.join(folder, 'peers');
  mkdirSync(home, { recursive: true });
  writeFileSync(path.join(home, 'package.json'), JSON.stringify({ private: true, dependencies: peers }));
  try {
    time(['install', '--silent', '--no-audit', '--no-fund'], { executable: 'npm', cwd: home });
  } catch {
    return { skipped: '`npm install` of the peers failed' };
  }
  return { modules: path.join(home, 'node_modules') };
}
