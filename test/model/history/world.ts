import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openService, type Service } from '../service/service.ts';
import { plainSwitches, type FaultRule, type Switches } from '../service/switches.ts';
import type { State } from '../service/objects.ts';
import { isMap, type JsonMap, plainText } from '../service/values.ts';
import type { FrontDoor, Ran } from './front-door.ts';
import { openFiles, type Workspace } from './workspace.ts';

/** A folder, a service, and the command line between them. */
export interface World {
  readonly service: Service;
  readonly workspace: Workspace;
  /** Values of the secrets that files may refer to, by name. */
  readonly secrets: Map<string, string>;
  readonly environments: readonly string[];
  readonly switches: Switches;
  /** Whether a client can detect a changed secret: the service returns it, or there is a fingerprint key. */
  readonly comparesSecrets: boolean;
  /** By environment: the ids that it may change, because it created the object or its files adopt it. */
  readonly owned: Map<string, Set<string>>;
  /** By id of an object that a run retired or forgot: the number of changes in the log of the service then. */
  readonly letGo: Map<string, number>;
  readonly run: (environment: string, argv: readonly string[], more?: RunOptions) => Promise<Run>;
  /** The ids in the ledger of an environment, by address. */
  readonly ledger: (environment: string) => ReadonlyMap<string, string>;
  /** The text of all files below `.edgewright`, to search it for secrets. */
  readonly kept: () => string;
  readonly close: () => Promise<void>;
}

export interface RunOptions {
  readonly faults?: readonly FaultRule[];
  /** Names of secrets that are not set in this run. */
  readonly missing?: readonly string[];
}

export interface Run extends Ran {
  readonly argv: readonly string[];
  readonly environment: string;
  readonly before: State;
  readonly after: State;
  /** The index of its first change in the log of the service. */
  readonly from: number;
  /** The ids in its ledger before the run, by address. */
  readonly ledger: ReadonlyMap<string, string>;
  /** The number of requests that the service had answered before the run. */
  readonly at: number;
  /** Names of secrets that were not set. */
  readonly missing: readonly string[];
}

export interface WorldOptions {
  readonly switches: Partial<Switches>;
  readonly environments: readonly string[];
  readonly frontDoor: FrontDoor;
  readonly hasKey: boolean;
}

export async function openWorld({ switches, environments, frontDoor, hasKey }: WorldOptions): Promise<World> {
  const root = mkdtempSync(path.join(tmpdir(), 'model-'));
  const service = await openService(switches);
  const secrets = new Map<string, string>();
  const owned = new Map(environments.map((name) => [name, new Set<string>()]));
  const letGo = new Map<string, number>();
  const workspace = openFiles(root);
  mkdirSync(path.join(root, 'secrets'));
  const ledgerOf = (environment: string): ReadonlyMap<string, string> =>
    idsOf(path.join(root, '.edgewright', environment, 'ledger.json'));
  const env = (missing: readonly string[]): Record<string, string> => ({
    HOME: root,
    EDGEWRIGHT_API_URL: service.url,
    EDGEWRIGHT_API_TOKEN: 'token-of-the-model',
    ...(hasKey ? { EDGEWRIGHT_FINGERPRINT_KEY: 'a-key-of-thirty-two-bytes-for-us' } : {}),
    ...Object.fromEntries(
      [...secrets]
        .filter(([name]) => !missing.includes(name))
        .map(([name, value]) => [`EDGEWRIGHT_SECRET_${name}`, value]),
    ),
  });
  return {
    service,
    workspace,
    secrets,
    environments,
    switches: { ...plainSwitches, ...switches },
    comparesSecrets: hasKey || (switches.secrets ?? 'clear') === 'clear',
    owned,
    letGo,
    run: async (environment, argv, { faults = [], missing = [] } = {}) => {
      for (const id of adoptedBy(workspace.environment(environment))) owned.get(environment)!.add(id);
      const before = service.objects.now();
      const from = service.objects.log.length;
      const at = service.objects.clock();
      const ledger = ledgerOf(environment);
      service.begin(environment, faults);
      const ran = await frontDoor([...argv, '--env', environment], { cwd: root, env: env(missing) });
      service.begin('outside');
      for (const { by, before: was, after } of service.objects.log.slice(from)) {
        if (by === environment && was === undefined && after !== undefined)
          owned.get(environment)!.add(after.id);
      }
      for (const [, id] of ran.stdout.matchAll(/^(?:retired|forgotten) +\S+ +(\S+)$/gm))
        letGo.set(id!, service.objects.log.length);
      for (const id of adoptedByMark(ran.stdout, before)) owned.get(environment)!.add(id);
      return { ...ran, argv, environment, before, after: service.objects.now(), from, at, missing, ledger };
    },
    ledger: ledgerOf,
    kept: () => textsBelow(path.join(root, '.edgewright')),
    close: async () => {
      await service.close();
      rmSync(root, { recursive: true });
    },
  };
}

/** The ids that a run reports as adopted because the object, for example a copy, has our marker. */
function adoptedByMark(said: string, before: State): readonly string[] {
  return [...said.matchAll(/^adopted +\S+ +(\S+)$/gm)]
    .map(([, id]) => id!)
    .filter((id) => plainText(before.get(id)?.spec['metadata']).includes('edgewright'));
}

function adoptedBy({ adopt }: JsonMap): readonly string[] {
  return Object.values(isMap(adopt) ? adopt : {}).map((line) =>
    plainText(isMap(line) ? line['id'] : line)
      .split('/')
      .at(-1)!,
  );
}

function idsOf(file: string): ReadonlyMap<string, string> {
  if (!existsSync(file)) return new Map();
  const { resources } = JSON.parse(readFileSync(file, 'utf8')) as {
    resources: Record<string, { id: string }>;
  };
  return new Map(Object.entries(resources).map(([address, { id }]) => [address, id]));
}

function textsBelow(folder: string): string {
  if (!existsSync(folder)) return '';
  return readdirSync(folder, { recursive: true })
    .map((name) => path.join(folder, String(name)))
    .filter((file) => statSync(file).isFile())
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
}
