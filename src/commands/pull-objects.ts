import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { toLive } from '../derive/to-live.ts';
import { idPattern } from '../kinds/references.ts';
import { kinds, kindNames } from '../kinds/index.ts';
import type { ReadApi } from '../model/api.ts';
import { exitCodes, UserError } from '../model/errors.ts';
import type { Io } from '../model/io.ts';
import type { LedgerState } from '../model/ledger.ts';
import type { Live } from '../model/live.ts';
import type { Environment, Workspace } from '../model/workspace.ts';
import { withAdoptions } from '../pull/environment-edit.ts';
import { pull, type Pulled } from '../pull/pull.ts';
import { yamlText } from '../report/yaml.ts';
import { connectForReading } from './connect.ts';
import { readLedger } from './ledger-store.ts';
import { chooseEnvironment, openWorkspace } from './open-workspace.ts';
import type { PullOptions } from './pull.ts';
import { replaceFile } from './replace-file.ts';

/** Reads the objects, writes a file for each, and the entries that adopt them into the environment's file. */
export async function pullObjects(io: Io, names: readonly string[], options: PullOptions): Promise<void> {
  const workspace = await openWorkspace(io, options);
  const environment = chooseEnvironment(workspace, options.env);
  const ledger = await readLedger(io, workspace, environment, options);
  const connection = await connectForReading(io, options, {
    root: workspace.root,
    environment: environment.name,
  });
  try {
    const objects =
      names.length === 0
        ? await unmanaged(connection.api, ledger, environment)
        : await named(connection.api, names);
    const pulled = pull({
      objects,
      environment: environment.name,
      isOnlyEnvironment: workspace.environments.size === 1,
      taken: new Set(workspace.resources.map(({ address }) => address)),
      namesOfIds: new Map([...environment.ids.values()].map(({ id, name }) => [id, name])),
      print: yamlText,
    });
    write(io, workspace, environment, pulled, options);
  } finally {
    await connection.close();
  }
}

/** Everything that can be listed and can be ours, and that neither the ledger nor `adopt:` has. */
async function unmanaged(
  api: ReadApi,
  ledger: LedgerState,
  environment: Environment,
): Promise<readonly Live[]> {
  const managed = new Set(
    [...Object.values(ledger.resources), ...Object.values(ledger.orphans), ...environment.adopt].map(
      ({ id }) => id,
    ),
  );
  const listable = kindNames.filter((kind) => kinds[kind].operations.list !== undefined);
  const listed = await Promise.all(
    listable.map(async (kind) => (await api.list(kind)).map((answer) => toLive(kind, answer))),
  );
  return listed.flat().filter(({ id, isManageable }) => isManageable && !managed.has(id));
}

async function named(api: ReadApi, names: readonly string[]): Promise<readonly Live[]> {
  return Promise.all(names.map((name) => find(api, name)));
}

async function find(api: ReadApi, name: string): Promise<Live> {
  const ids = name.split('/');
  if (ids.length > 2 || !ids.every((id) => idPattern.test(id))) {
    throw new UserError(exitCodes.usage, `\`${name}\` is neither an id nor edge_id/route_id`);
  }
  const [first = '', second] = ids;
  const tries =
    second === undefined
      ? (['endpoint', 'tls-edge'] as const).map((kind) => ({ kind, id: first }))
      : [{ kind: 'https-route' as const, edge_id: first, id: second }];
  for (const key of tries) {
    const answer = await api.get(key);
    if (answer === undefined) continue;
    const live = toLive(key.kind, answer);
    if (live.isManageable) return live;
    throw new UserError(
      exitCodes.usage,
      `\`${name}\` is no cloud endpoint: it belongs to a tunnel or an edge and cannot be managed (API 4.4)`,
    );
  }
  throw new UserError(exitCodes.usage, `there is no object \`${name}\``, {
    help: 'an endpoint or a TLS edge is named by its id, a route by edge_id/route_id',
  });
}

function write(
  io: Io,
  workspace: Workspace,
  environment: Environment,
  pulled: readonly Pulled[],
  { secretsDir }: PullOptions,
): void {
  for (const { file, text } of pulled) writeNew(workspace.root, file, text);
  const document = environment.documents[0];
  if (pulled.length > 0 && document !== undefined) {
    replaceFile(workspace.root, document.source.path, withAdoptions(document, pulled));
  }
  for (const { file } of pulled) io.stdout(`wrote ${file}\n`);
  const secrets = new Map(pulled.flatMap((each) => [...each.secrets]));
  for (const [name, value] of secrets) {
    if (secretsDir === undefined || value === undefined) continue;
    const folder = path.resolve(io.cwd, secretsDir);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(path.join(folder, name), value.reveal(), { mode: 0o600, flag: 'wx' });
  }
  io.stdout(summary(pulled, [...secrets.keys()], secretsDir));
}

function writeNew(root: string, file: string, text: string): void {
  const target = path.join(root, file);
  if (existsSync(target))
    throw new UserError(exitCodes.usage, `\`${file}\` already exists`, {
      help: 'pull never overwrites; rename or remove it',
    });
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, text, { flag: 'wx' });
}

function summary(
  pulled: readonly Pulled[],
  secrets: readonly string[],
  secretsDir: string | undefined,
): string {
  if (pulled.length === 0)
    return 'nothing to pull: every endpoint and TLS edge that can be listed is managed; routes are pulled by edge_id/route_id\n';
  const lines = [
    `\n${pulled.length} objects written and put under \`adopt:\`; the next plan only adopts them, without a request`,
  ];
  if (secrets.length > 0) {
    lines.push(`add these names to \`secrets:\` in edgewright.yaml: ${[...secrets].sort().join(', ')}`);
    lines.push(
      secretsDir === undefined
        ? 'their values were not written; set EDGEWRIGHT_SECRET_<NAME> or use --secrets-dir'
        : `their values are in ${secretsDir}`,
    );
  }
  lines.push('routes cannot be listed: pull each by edge_id/route_id');
  return `${lines.join('\n')}\n`;
}
