import { anyPolicy } from './any-policy.ts';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { KindName } from '../../src/kinds/kind.ts';
import type { JsonObject } from '../../src/model/value.ts';
import { startServer, type RunningServer } from '../../src/server/start-server.ts';
import { makeFolder, type Folder, type Said } from '../pipeline/workspace-folder.ts';
import type { Edit, EditCase } from './edit-cases.ts';

/** The workspace after its first apply to production, and what came before the edit. */
export interface EditedWorkspace {
  /** The plan of an edit, which the next one does not see. */
  readonly plan: (edit: Edit) => Promise<Said & { readonly gates: readonly string[] }>;
  /** An apply of the edit: the requests that wrote. */
  readonly apply: (edit: Edit) => Promise<Said & { readonly writes: readonly string[] }>;
  readonly close: () => Promise<void>;
}

const source = path.join(import.meta.dirname, 'workspace');

const secrets = {
  EDGEWRIGHT_SECRET_HOOKS: 'the-secret-of-the-hooks',
  EDGEWRIGHT_SECRET_LOGIN: 'the-secret-of-the-login',
};

export async function openEdited({
  before = [],
  outside = {},
  approved,
  base,
}: EditCase): Promise<EditedWorkspace> {
  const server = await startServer({ store: 'memory', trafficPolicy: anyPolicy });
  const folder = makeFolder({ EDGEWRIGHT_API_URL: server.url, ...secrets });
  let files: Files = new Map(
    yamlFiles().map((file) => [file, readFileSync(path.join(source, file), 'utf8')]),
  );
  for (const [file, text] of files) folder.write(file, text);
  await succeeds(folder, 'ledger', 'init', '--env', 'production');
  await succeeds(folder, 'apply', '--env', 'production', '--yes');
  const change = async (edit: Edit): Promise<string> => {
    lay(folder, files, edited(files, edit));
    const { stdout } = await folder.run(['plan', '--env', 'production', '--format', 'json']);
    lay(folder, edited(files, edit), files);
    const { plans } = JSON.parse(stdout) as PlanOutput;
    return plans[0]?.steps.find(({ exposure }) => exposure !== undefined)?.exposure?.change ?? 'no-exposure';
  };
  const approval = approved === undefined ? '' : await change(approved);
  for (const edit of before) {
    const next = edited(files, edit, approval);
    lay(folder, files, next);
    await succeeds(folder, 'apply', '--env', 'production', '--yes');
    files = next;
  }
  for (const [address, fields] of Object.entries(outside))
    await changeOutside({ server, folder, address, fields });
  if (base === true) commit(folder.root);
  const withEdit = async <Result>(edit: Edit, body: () => Promise<Result>): Promise<Result> => {
    const next = edited(files, edit, approval);
    lay(folder, files, next);
    const result = await body();
    lay(folder, next, files);
    return result;
  };
  return {
    plan: (edit) =>
      withEdit(edit, async () => {
        const against = base === true ? ['--base', 'HEAD'] : [];
        const said = await folder.run(['plan', '--env', 'production', ...against, '--format', 'json']);
        return {
          ...said,
          gates: said.stdout.startsWith('{') ? gatesOf(JSON.parse(said.stdout) as PlanOutput) : [],
        };
      }),
    apply: (edit) =>
      withEdit(edit, async () => {
        const start = server.requests().length;
        const said = await folder.run(['apply', '--env', 'production', '--yes']);
        const requests = server.requests().slice(start);
        const writes = requests.filter(({ method }) => method !== 'GET');
        return { ...said, writes: writes.map(({ method, path: target }) => `${method} ${target}`) };
      }),
    close: async () => {
      folder.remove();
      await server.close();
    },
  };
}

type Files = ReadonlyMap<string, string>;

interface PlanOutput {
  readonly plans: readonly {
    readonly refusals: readonly { readonly gate: string }[];
    readonly steps: readonly {
      readonly action: string;
      readonly exposure?: { readonly change: string; readonly is_allowed: boolean };
    }[];
  }[];
}

function gatesOf({ plans }: PlanOutput): readonly string[] {
  return plans.flatMap(({ refusals, steps }) => [
    ...refusals.map(({ gate }) => gate),
    ...(steps.some(({ action }) => action === 'blocked') ? ['blocked'] : []),
  ]);
}

function yamlFiles(): readonly string[] {
  return readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.yaml'));
}

async function succeeds(folder: Folder, ...command: readonly string[]): Promise<void> {
  const { exit, stdout, stderr } = await folder.run(command);
  if (exit !== 0) throw new Error(`${command.join(' ')}: exit ${exit}\n${stdout}${stderr}`);
}

function edited(files: Files, edit: Edit, approval = ''): Files {
  const next = new Map(files);
  for (const [file, change] of Object.entries(edit))
    if (change === null) next.delete(file);
    else if (typeof change === 'string') next.set(file, change.replaceAll('<change>', approval));
    else next.set(file, replaced(file, next.get(file) ?? '', change));
  return next;
}

function replaced(file: string, text: string, change: Readonly<Record<string, string>>): string {
  // Texts that trade places must not meet each other's result.
  const marks = Object.entries(change).map(([from, to], index) => ({
    from,
    to,
    mark: `\u0000${index}\u0000`,
  }));
  let result = text;
  for (const { from, mark } of marks) {
    if (!result.includes(from)) throw new Error(`${file} does not have ${JSON.stringify(from)}`);
    result = result.replace(from, () => mark);
  }
  for (const { to, mark } of marks) result = result.replace(mark, () => to);
  return result;
}

function lay(folder: Folder, from: Files, to: Files): void {
  for (const file of from.keys()) if (!to.has(file)) rmSync(path.join(folder.root, file));
  for (const [file, text] of to) if (from.get(file) !== text) folder.write(file, text);
}

interface OutsideChange {
  readonly server: RunningServer;
  readonly folder: Folder;
  readonly address: string;
  readonly fields: JsonObject;
}

async function changeOutside({ server, folder, address, fields }: OutsideChange): Promise<void> {
  const ledger = JSON.parse(folder.read('.edgewright/production/ledger.json')) as {
    readonly resources: Readonly<Record<string, { readonly id: string }>>;
  };
  const id = ledger.resources[address]?.id;
  if (id === undefined) throw new Error(`the ledger has no ${address}`);
  await server.outside.change(address.split('/')[0] as KindName, id, fields);
}

function commit(root: string): void {
  mkdirSync(path.join(root, '.git-home'), { recursive: true });
  const git = (...command: readonly string[]): void =>
    void execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...command], {
      cwd: root,
      env: { PATH: process.env['PATH'], HOME: path.join(root, '.git-home') },
      stdio: 'pipe',
    });
  git('init', '-q');
  git('add', 'edgewright.yaml', 'environments', 'resources');
  git('commit', '-qm', 'Begin');
}
