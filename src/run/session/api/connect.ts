import { errorCode } from '../../../text/system/system-errors.ts';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { usageError } from '../../../model/errors.ts';
import { answeredSecrets } from '../../../derive/secrets/answered-secrets.ts';
import { kinds } from '../../../kinds/index.ts';
import type { KindName } from '../../../kinds/kind.ts';
import type { ClientConfig } from '../../../remote/api/client-config.ts';
import type { JsonObject } from '../../../model/value.ts';
import type { ReadApi, WriteApi } from '../../../model/api.ts';
import type { Io } from '../../../model/io.ts';
import type { WorkspaceHead } from '../../../model/workspace/workspace.ts';
import { apiConfig, type ApiConfig } from './api-config.ts';
import type { Run } from '../run.ts';
import { startProgress, type Progress } from '../../cli/progress.ts';
import { watchedRequests } from '../follow-run.ts';
import { cannotWrite } from '../../cli/files/cannot-write.ts';
import { refuseLinks } from '../../cli/files/refuse-target.ts';
import { withoutUndefined } from '../../../text/without-undefined.ts';
import { parseBaseUrl } from '../../../remote/http/base-url.ts';
import type { Environment } from '../../../model/workspace/environment.ts';

/** The name of the built-in mock API in a ledger, since its port differs between runs. */
export const localOrigin = 'local';

export interface Connection<Api extends ReadApi> {
  readonly api: Api;
  readonly close: () => Promise<void>;
  readonly progress: Progress;
}

/** The part of a run that its API depends on: the workspace has the data of the built-in mock API. */
export interface ApiRun extends Pick<Run, 'io' | 'api'> {
  readonly workspace: Pick<WorkspaceHead, 'root'>;
  readonly environment: Pick<Environment, 'name'>;
}

/** Opens the API for reading. The result cannot write: plan, pull and lint get no other. */
export async function connectForReading(run: ApiRun): Promise<Connection<ReadApi>> {
  return connected(run, async (config) => {
    const { openReadApi } = await import('../../../remote/api/open-api.ts');
    return openReadApi(config);
  });
}

/** Opens the API for reading and writing: only for `apply`. */
export async function connectForWriting(run: ApiRun): Promise<Connection<WriteApi>> {
  return connected(run, async (config) => {
    const { openWriteApi } = await import('../../../remote/api/open-api.ts');
    return openWriteApi(config);
  });
}

async function connected<Api extends ReadApi>(
  run: ApiRun,
  open: (config: ClientConfig) => Promise<Api & { readonly close: () => Promise<void> }>,
): Promise<Connection<Api>> {
  const { io } = run;
  const { reads, writes, isLocal } = run.api;
  const { config, stop } = await resolveApi(run);
  const progress = startProgress(io, run.api.progress);
  const api = await open({
    ...config,
    concurrency: { ...withoutUndefined({ reads, writes }) },
    // Error messages of the service are cleaned of secrets before they are shortened.
    ...(io.secrets && { clean: io.secrets.clean }),
    clock: io.clock,
    watch: watchedRequests(io, progress.watch),
  });
  const close = async (): Promise<void> => {
    progress.end();
    await api.close();
    await stop();
  };
  const learnt = learning(api, io);
  return { api: isLocal ? { ...learnt, origin: localOrigin } : learnt, close, progress };
}

/** Wraps the API so that secrets in its responses are added to the known secrets. */
function learning<Api extends ReadApi>(api: Api, { secrets }: Io): Api {
  if (secrets === undefined) return api;
  const learn = (kind: KindName, answer: JsonObject): void => {
    for (const value of answeredSecrets(kinds[kind].fields, answer)) secrets.learn(value);
  };
  return {
    ...api,
    list: <Item>(kind: KindName, as = (answer: JsonObject) => answer as Item) =>
      api.list(kind, (answer) => {
        learn(kind, answer);
        return as(answer);
      }),
    get: async (key) => {
      const answer = await api.get(key);
      if (answer !== undefined) learn(key.kind, answer);
      return answer;
    },
    getMany: (keys, as) =>
      api.getMany(keys, (answer, key) => {
        if (answer !== undefined) learn(key.kind, answer);
        return as(answer, key);
      }),
  };
}

/**
 * The address and the credentials of the API; undefined for `--local`. Throws `UserError` 64 if they are not usable.
 */
export function remoteApi({ io, api, environment }: Omit<ApiRun, 'workspace'>): ApiConfig | undefined {
  if (api.isLocal) return undefined;
  if (api.fixture === undefined) return apiConfig(io, environment.name, api.profile);
  throw usageError('--fixture requires --local', 'add --local, or leave --fixture out');
}

/** The origin that a connection would have. Throws as `remoteApi` does. */
export function apiOrigin(run: Omit<ApiRun, 'workspace'>): string {
  const config = remoteApi(run);
  return config === undefined ? localOrigin : parseBaseUrl(config.baseUrl).origin;
}

interface ResolvedApi {
  readonly config: Pick<ApiConfig, 'baseUrl' | 'token' | 'scheme' | 'headers' | 'proxy'>;
  readonly stop: () => Promise<void>;
}

async function resolveApi(run: ApiRun): Promise<ResolvedApi> {
  const config = remoteApi(run);
  if (config !== undefined) return { config, stop: () => Promise.resolve() };
  const { io, api } = run;
  const { root } = run.workspace;
  const data = `.edgewright/local/${run.environment.name}/api`;
  refuseLinks(root, data);
  keepOutOfGit(path.join(root, '.edgewright', 'local'));
  const { startLocalApi } = await import('./local-api.ts');
  const server = await startLocalApi(io, {
    port: 0,
    seed: 1,
    data: path.join(root, data),
    ...withoutUndefined({ fixture: api.fixture }),
  });
  return {
    config: { baseUrl: server.url, token: undefined, scheme: 'Bearer', headers: {}, proxy: undefined },
    stop: () => server.close(),
  };
}

/**
 * The data of the built-in mock API has secrets in clear text, so a .gitignore keeps it out of commits in any
 * workspace.
 */
function keepOutOfGit(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(path.join(folder, '.gitignore'), '*\n', { flag: 'wx' });
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return;
    throw cannotWrite('.edgewright/local', error);
  }
}
