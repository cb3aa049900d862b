import { accessOf } from '../../run/session/run.ts';
import { settings as table } from '../../kinds/documents/settings.ts';
import { ledgerIgnore } from '../../run/session/ledger/ledger-settings.ts';
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { inlineYaml } from '../../edit/printed.ts';
import { yamlText } from '../../report/text/yaml.ts';
import { LedgerError, UserError, usageError } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import { commandLine } from '../../run/cli/command-line.ts';
import { cannotWrite } from '../../run/cli/files/cannot-write.ts';
import type { LedgerSettings } from '../../model/workspace/settings.ts';
import { createLedger } from '../../run/session/ledger/open-ledger-store.ts';
import { storeOf } from '../../run/session/ledger/store-of.ts';
import { openWorkspaceFiles, otherWorkspaces } from '../../workspace/load-workspace.ts';
import { ownBranch, placeInRepository } from '../../workspace/git/workspace-home.ts';
import { counted } from '../../text/words/noun-words.ts';
import { replaceFile } from '../../run/cli/files/replace-file.ts';
import { keepAdopted } from './adopted-resources.ts';
import { jobRecordFile } from './job-record.ts';
import { environmentOrder, orderChange } from './environment-order.ts';
import {
  type AddedExtras,
  type ExtrasRequest,
  jobsIn,
  keptApart,
  newExtraFiles,
  refuseExisting,
  writeAllOrNone,
  writeChanges,
} from './add-extras.ts';
import type { ExtraFile } from '../../run/jobs/extra-files.ts';
import { ciSetting, ownersIn, type CiSetting } from '../../run/jobs/ci-setting.ts';
import { exitCodes } from '../../model/exit-codes.ts';

interface InitRequest extends Omit<ExtrasRequest, 'isUpdate'> {
  /** At least one. */
  readonly environments: readonly string[];
  /** Whether the first resource is a sample; an account with live objects has its own. */
  readonly hasSample: boolean;
  /** Where the ledgers are kept, without the lineage. */
  readonly store: NewStore;
}

export type NewStore =
  | { readonly store: 'file' | 'postgres' }
  /** `branch`: undefined for one that no other workspace of the repository uses. */
  | {
      readonly store: 'git';
      readonly remote: string;
      readonly branch: string | undefined;
      /** Whether it was chosen for the jobs, and not by a person. */
      readonly isForJobs: boolean;
    };

/** Writes the files of a new workspace and its first ledger. Changes no existing file. */
export async function initWorkspace(
  io: Io,
  {
    folder,
    environments: named,
    extras,
    isReviewed,
    sendsTests,
    source,
    owner,
    hasSample,
    store,
  }: InitRequest,
): Promise<{
  readonly files: readonly string[];
  readonly kept: readonly ExtraFile[];
  readonly setting: CiSetting;
  readonly ledger: LedgerSettings;
}> {
  named.forEach(refuseName);
  const environments = environmentOrder([], named);
  const root = path.resolve(io.cwd, folder);
  const lineage = randomUUID();
  const ledger: LedgerSettings =
    store.store === 'git'
      ? { store: 'git', remote: store.remote, branch: branchFor(root, store), lineage }
      : { ...store, lineage };
  const setting = await ciSetting(io, {
    root,
    environments,
    secrets: [],
    webhooks: [],
    store: store.store,
    hasTests: hasSample,
    isReviewed,
    sendsTests,
    source,
    owners: ownersIn(root, owner, extras),
  });
  const extra = newExtraFiles(root, extras, setting);
  const workspaceFiles = filesOf(environments, ledger, hasSample ? sampleOf(environments) : []);
  refuseExisting(
    root,
    workspaceFiles,
    'init never overwrites: choose an empty folder, or add to this workspace with `--env` or `--with`',
  );
  refuseExisting(root, extra.files, keptApart);
  const jobs = jobsIn(extra.files, extras);
  const record = jobs.size === 0 ? [] : [jobRecordFile(jobs)];
  const files = [...workspaceFiles, ...extra.files, ...record];
  const access = accessOf(ledger.store === 'file' ? { ledger: 'file' } : {});
  if (ledger.store !== 'file') {
    const isForJobs = store.store === 'git' && store.isForJobs;
    await refuseUnreachable(io, { root, environments, settings: ledger, isForJobs });
  }
  writeAllOrNone(io, folder, files);
  const shown: string[] = [];
  for (const environment of environments)
    shown.push(await firstLedger(io, folder, { root, environment, settings: ledger, ...access }));
  return { files: [...files.map(([file]) => file), ...shown], kept: extra.kept, setting, ledger };
}

/**
 * Adds environments to a workspace that exists: their files with the variables of the first one, their ledgers, and the
 * order in which all are applied. `check` refuses the rest of the command before anything is written, so that the
 * corrected line can add them.
 */
export async function addEnvironments(
  io: Io,
  folder: string,
  named: readonly string[],
  check: () => Promise<unknown>,
): Promise<Pick<AddedExtras, 'files' | 'changes'>> {
  named.forEach(refuseName);
  const root = path.resolve(io.cwd, folder);
  const workspace = openWorkspaceFiles({ from: root }).read();
  const { settings, environments } = workspace;
  const [first] = environments.values();
  const vars = [...(first?.vars ?? [])].flatMap(([name, { node }]) =>
    node.type === 'scalar' && typeof node.value !== 'bigint' ? [[name, node.value] as const] : [],
  );
  const text =
    vars.length === 0
      ? 'vars: {}\n'
      : `# Those of ${first?.name ?? ''}; two environments must not serve one URL.\n${yamlText({ vars: Object.fromEntries(vars) })}`;
  const files = named.map((name): ExtraFile => [`environments/${name}.yaml`, text]);
  const known = named.find((name) => environments.has(name));
  if (known !== undefined) {
    throw usageError(
      `there is an environment \`${known}\` already`,
      'name another one; `--with` takes the environments from the workspace',
    );
  }
  refuseExisting(root, files, 'init never overwrites; move it away');
  const changed = orderChange(settings, [...environments.keys(), ...named]);
  const adopted = keepAdopted(workspace);
  await check();
  writeAllOrNone(io, folder, files);
  for (const { path: file, text } of adopted) replaceFile(root, file, text);
  const changes = writeChanges(io, folder, changed);
  const { ledger } = settings;
  const shown: string[] = [];
  if (ledger !== undefined)
    for (const environment of named)
      shown.push(await firstLedger(io, folder, { root, environment, settings: ledger, ...accessOf({}) }));
  if (adopted.length > 0) {
    io.stdout(
      `edited ${counted(adopted.length, 'file')}: what is adopted stays in its environments; widen \`environments:\` of a resource to have it in ${named.join(', ')} too (docs/environments.md)\n`,
    );
  }
  return { files: [...files.map(([file]) => file), ...shown], changes };
}

/** Creates the ledger of an environment whose files are written. */
async function firstLedger(
  io: Io,
  folder: string,
  place: Parameters<typeof createLedger>[1],
): Promise<string> {
  try {
    return await createLedger(io, place);
  } catch (error) {
    if (!(error instanceof LedgerError)) throw error;
    const { exitCode, message, help } = error;
    const rest = `the other files are written: \`${commandLine(['ledger', 'init', '--env', place.environment], folder === '.' ? {} : { workspace: folder })}\` does the rest`;
    throw new LedgerError(exitCode, message, {
      cause: error,
      help: help === undefined ? rest : `${help}; ${rest}`,
    });
  }
}

function refuseName(environment: string): void {
  if (/^[a-z0-9][a-z0-9-]{0,62}$/.test(environment)) return;
  throw usageError(
    `\`${environment}\` is not a valid environment name`,
    'use lower-case letters, digits and `-`, such as `production`',
  );
}

/** The branch that was named, the usual one, or one of its own if another workspace of the repository has that. */
function branchFor(root: string, { remote, branch }: Extract<NewStore, { store: 'git' }>): string {
  const usual = branch ?? table.fields.ledger.fields.branch.default;
  const here = placeInRepository(root);
  const others = here === undefined ? [] : otherWorkspaces(root, here);
  const taken = others.find(
    ({ ledger }) => ledger.store === 'git' && ledger.remote === remote && ledger.branch === usual,
  );
  if (here === undefined || taken === undefined) return usual;
  if (branch === undefined) return ownBranch(here);
  throw usageError(
    `the branch \`${branch}\` has the ledgers of \`${taken.folder || '.'}\``,
    `name another one: \`--branch ${ownBranch(here)}\``,
  );
}

/** Before any file is written: a remote or a database that cannot be read, or that has such a ledger already. */
async function refuseUnreachable(
  io: Io,
  {
    root,
    environments,
    settings,
    isForJobs,
  }: {
    readonly root: string;
    readonly environments: readonly string[];
    readonly settings: LedgerSettings;
    readonly isForJobs: boolean;
  },
): Promise<void> {
  try {
    // The commands of git run in it.
    mkdirSync(root, { recursive: true });
  } catch (error) {
    throw cannotWrite(root, error);
  }
  try {
    const store = await storeOf(io, { root, settings, ...accessOf({}) });
    for (const environment of environments) await store.read(environment);
  } catch (error) {
    if (!isForJobs || !(error instanceof UserError) || error.exitCode !== exitCodes.settings) throw error;
    throw new UserError(error.exitCode, error.message, {
      cause: error,
      help: 'jobs keep the ledger on a branch of `origin`: run `git init` and `git remote add origin <url>` first; `--store postgres` keeps it in a database, and `--store file` in files, which a runner loses',
    });
  }
}

function filesOf(
  environments: readonly string[],
  ledger: LedgerSettings,
  sample: readonly ExtraFile[],
): readonly ExtraFile[] {
  const last = environments.at(-1) ?? '';
  return [
    ['edgewright.yaml', settings(ledger, environments)],
    ...environments.map((name): ExtraFile => [
      `environments/${name}.yaml`,
      environmentFile(name === last ? '' : `${name}.`),
    ]),
    ...sample,
    ledgerIgnore,
  ];
}

/** A first resource, and its test. */
function sampleOf(environments: readonly string[]): readonly ExtraFile[] {
  return [
    ['resources/hello.yaml', resource],
    ['tests/hello.yaml', test(environments.length > 1 ? environments.at(-1) : undefined)],
  ];
}

const { lint, safety } = { lint: table.fields.lint.fields, safety: table.fields.safety.fields };

function settings(ledger: LedgerSettings, environments: readonly string[]): string {
  const { store, lineage } = ledger;
  const place =
    ledger.store === 'git'
      ? `, remote: ${JSON.stringify(ledger.remote)}, branch: ${JSON.stringify(ledger.branch)}`
      : '';
  const order =
    environments.length > 1
      ? `# Apply and the jobs take them in this order.\nenvironments: ${inlineYaml(environments)}\n`
      : '';
  return `# The rules of this workspace. Let CODEOWNERS give this file to the platform team.
version: 1
${order}# Where the ids of what we created are kept. The lineage tells this workspace's ledgers from all others: never change it.
ledger: { store: ${store}${place}, lineage: ${lineage} }
# The names that $(secret:NAME) may use; values come from EDGEWRIGHT_SECRET_<NAME> or --secrets-dir.
secrets: []
lint: { preset: ${lint.preset.default} }
safety: { max_deletes: ${safety.max_deletes.default}, max_changed_percent: ${safety.max_changed_percent.default} }
`;
}

function environmentFile(prefix: string): string {
  return `# What differs between environments: variables, and the ids of what this API cannot create.
vars:
  domain: ${prefix}example.com
`;
}

function test(environment: string | undefined): string {
  const only = environment === undefined ? '' : `    environments: [${environment}]\n`;
  return `# What requests get, by the files alone: \`edgewright test\`.
tests:
  - name: hello says hello
    request: https://hello.example.com/
${only}    expect: { status: 200, body: hello }
`;
}

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
