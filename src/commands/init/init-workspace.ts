import { settings as table } from '../../kinds/documents/settings.ts';
import { ledgerIgnore } from '../../session/ledger/ledger-ignore.ts';
import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { exitCodes, LedgerError, UserError } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import { commandLine } from '../../cli/command-line.ts';
import { cannotWrite } from '../../cli/files/disk-failure.ts';
import type { LedgerSettings } from '../../model/workspace.ts';
import { createLedger } from '../../session/ledger/ledger-store.ts';
import { storeOf } from '../../session/ledger/store-of.ts';
import { schemaTexts } from '../../workflow/schema-texts.ts';

interface InitRequest {
  readonly folder: string;
  readonly environment: string;
  readonly extras: readonly string[];
  /** Where the ledgers are kept, without the lineage. */
  readonly store: NewStore;
}

export type NewStore =
  | { readonly store: 'file' | 'postgres' }
  | { readonly store: 'git'; readonly remote: string; readonly branch: string };

/** Writes the files of a new workspace and its first ledger. Changes no existing file. Returns the written paths. */
export async function initWorkspace(
  io: Io,
  { folder, environment, extras, store }: InitRequest,
): Promise<readonly string[]> {
  if (!/^[a-z0-9][a-z0-9-]{0,62}$/.test(environment)) {
    throw new UserError(exitCodes.usage, `\`${environment}\` is not a name for an environment`, {
      help: 'use lower-case letters, digits and `-`, such as `production`',
    });
  }
  const root = path.resolve(io.cwd, folder);
  const ledger: LedgerSettings = { ...store, lineage: randomUUID() };
  const files = filesOf(environment, ledger, extras);
  const there = [...files.keys()].filter((file) => existsSync(path.join(root, file)));
  if (there.length > 0) {
    throw new UserError(
      exitCodes.usage,
      `${there.map((file) => `\`${file}\``).join(', ')} ${there.length === 1 ? 'exists' : 'exist'} already`,
      {
        help: 'init never overwrites; choose an empty folder',
      },
    );
  }
  const options = ledger.store === 'file' ? ({ ledger: 'file' } as const) : {};
  if (ledger.store !== 'file') await refuseUnreachable(io, root, environment, ledger);
  writeAll(io, folder, files);
  try {
    const shown = await createLedger(io, { root, environment, settings: ledger, options });
    return [...files.keys(), shown];
  } catch (error) {
    if (!(error instanceof LedgerError)) throw error;
    const { exitCode, message, help } = error;
    const place = folder === '.' ? {} : { workspace: folder };
    const rest = `the other files are written: \`${commandLine(['ledger', 'init', '--env', environment], place)}\` does the rest`;
    throw new LedgerError(exitCode, message, {
      cause: error,
      help: help === undefined ? rest : `${help}; ${rest}`,
    });
  }
}

/** All of them or none, so that it can be run again. */
function writeAll(io: Io, folder: string, files: ReadonlyMap<string, string>): void {
  const written: string[] = [];
  try {
    for (const [file, text] of files) {
      write(io, path.join(folder, file), text);
      written.push(file);
    }
  } catch (error) {
    for (const file of written) rmSync(path.resolve(io.cwd, folder, file), { force: true });
    throw error;
  }
}

/** Before any file is written: a remote or a database that cannot be read, or that has such a ledger already. */
async function refuseUnreachable(
  io: Io,
  root: string,
  environment: string,
  settings: LedgerSettings,
): Promise<void> {
  try {
    // The commands of git run in it.
    mkdirSync(root, { recursive: true });
  } catch (error) {
    throw cannotWrite(root, error);
  }
  await (await storeOf(io, { root, settings }, {})).read(environment);
}

function filesOf(
  environment: string,
  ledger: LedgerSettings,
  extras: readonly string[],
): ReadonlyMap<string, string> {
  return new Map([
    ['edgewright.yaml', settings(ledger)],
    [`environments/${environment}.yaml`, environmentFile],
    ['resources/hello.yaml', resource],
    ledgerIgnore,
    ...extras.flatMap((extra) => extraFiles(extra)),
  ]);
}

function write(io: Io, file: string, text: string): void {
  const target = path.resolve(io.cwd, file);
  try {
    mkdirSync(path.dirname(target), { recursive: true });
    const opened = openSync(target, 'wx');
    try {
      writeFileSync(opened, text);
    } catch (error) {
      rmSync(target, { force: true });
      throw error;
    } finally {
      closeSync(opened);
    }
  } catch (error) {
    throw cannotWrite(file, error);
  }
}

const { lint, safety } = { lint: table.fields.lint.fields, safety: table.fields.safety.fields };

function settings(ledger: LedgerSettings): string {
  const { store, lineage } = ledger;
  const place =
    ledger.store === 'git'
      ? `, remote: ${JSON.stringify(ledger.remote)}, branch: ${JSON.stringify(ledger.branch)}`
      : '';
  return `# The rules of this workspace. Let CODEOWNERS give this file to the platform team.
version: 1
# Where the ids of what we created are kept. The lineage tells this workspace's ledgers from all others: never change it.
ledger: { store: ${store}${place}, lineage: ${lineage} }
# The names that $(secret:NAME) may use; values come from EDGEWRIGHT_SECRET_<NAME> or --secrets-dir.
secrets: []
lint: { preset: ${lint.preset.default} }
safety: { max_deletes: ${safety.max_deletes.default}, max_changed_percent: ${safety.max_changed_percent.default} }
`;
}

const environmentFile = `# What differs between environments: variables, and the ids of what this API cannot create.
vars:
  domain: example.com
`;

const resource = `# A resource: what should exist. \`edgewright explain endpoint\` says what can be in it.
kind: endpoint
name: hello
spec:
  url: https://hello.$(domain)
  traffic_policy:
    on_http_request:
      - actions:
          - type: custom-response
            config: { status_code: 200, body: hello }
  description: The first endpoint under management
`;

function extraFiles(extra: string): readonly [string, string][] {
  switch (extra) {
    case 'editor':
      return [['.vscode/settings.json', editorSettings], ...editorSchemas.map(schemaFile)];
    case 'pre-commit':
      return [['.pre-commit-config.yaml', preCommit]];
    case 'github-actions':
      return [['.github/workflows/edgewright.yaml', workflow]];
    default:
      throw new UserError(exitCodes.usage, `there is nothing to write for \`${extra}\``, {
        help: 'there are: editor, pre-commit, github-actions',
      });
  }
}

/** The schemas are part of the workspace, so that editors need no installation. */
const editorSchemas = ['resource', 'settings', 'environment'] as const;

function schemaFile(name: (typeof editorSchemas)[number]): [string, string] {
  return [`.vscode/edgewright/${name}.schema.json`, schemaTexts[name]];
}

const editorSettings = `{
  "yaml.schemas": {
    "./.vscode/edgewright/resource.schema.json": "resources/**/*.yaml",
    "./.vscode/edgewright/settings.schema.json": "edgewright.yaml",
    "./.vscode/edgewright/environment.schema.json": "environments/**/*.yaml"
  }
}
`;

const preCommit = `repos:
  - repo: local
    hooks:
      - id: edgewright-lint
        name: edgewright lint
        entry: edgewright lint
        language: system
        files: \\.ya?ml$
        pass_filenames: false
`;

const workflow = `name: edgewright
on:
  pull_request:
  push: { branches: [main] }
permissions: { contents: read }
jobs:
  lint:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with: { node-version: 20 }
      # Edgewright is a devDependency of this repository; --no installs nothing by that name from elsewhere.
      - run: npm ci
      - run: npx --no -- edgewright lint --format github
`;
