/** All services that a run can call, each behind TLS with a private authority, and workspaces that call them. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { certify } from '../certify.ts';
import { githubServer, githubState, repo, type GithubState } from '../remote/forge/stand-in/github.ts';
import { hookServer, type HookServer } from '../run/session/hook-server.ts';
import { tlsFront, type Front } from './network.ts';
import { runProgram, serving, type Ended, type Program } from './program.ts';

export const token = 'the-token-of-the-api-7f3a';
export const services = ['api', 'forge', 'chat'] as const;
export type Service = (typeof services)[number];

export interface Stage {
  /** Of certificates. */
  readonly folder: string;
  readonly fronts: Readonly<Record<Service, Front>>;
  /** The ports on this machine of `api.example.com:443` and the others. */
  readonly hosts: ReadonlyMap<string, number>;
  readonly hook: HookServer;
  readonly forge: GithubState;
  /** A new workspace with one resource that no other has. */
  readonly workspace: () => string;
  /**
   * The variables of a run that calls these services by names that only a proxy leads to, and the others on this
   * machine; it trusts the authority.
   */
  readonly variables: (named: readonly Service[]) => Readonly<Record<string, string>>;
  readonly run: (
    folder: string,
    args: readonly string[],
    env: Readonly<Record<string, string>>,
  ) => Promise<Ended>;
  readonly close: () => Promise<void>;
}

export async function openStage(program: Program): Promise<Stage> {
  const folder = mkdtempSync(path.join(tmpdir(), 'edgewright-shipped-'));
  const names = services.map((name) => `DNS:${name}.example.com`).join(', ');
  certify(folder, { names: `IP:127.0.0.1, DNS:localhost, ${names}` });
  const api = await serving(program, folder, token);
  const forge = githubState();
  const github = await githubServer(forge, { prefix: '/api/v3' });
  const hook = await hookServer();
  const [ofApi, ofForge, ofChat] = await Promise.all([
    tlsFront(folder, api.url),
    tlsFront(folder, github.origin),
    tlsFront(folder, new URL(hook.url).origin),
  ]);
  const fronts = { api: ofApi, forge: ofForge, chat: ofChat };
  const event = path.join(folder, 'event.json');
  writeFileSync(event, JSON.stringify({ pull_request: { number: 5, head: { sha: forge.head } } }));
  const first = writeWorkspace(path.join(folder, 'workspace-0'), 0);
  const started = await runProgram(program, first, ['ledger', 'init'], { HOME: folder });
  if (started.exit !== 0) throw new Error(started.stderr);
  let count = 0;
  return {
    ...{ folder, fronts, hook, forge },
    hosts: new Map(services.map((name) => [`${name}.example.com:443`, fronts[name].port])),
    workspace: () => {
      const own = path.join(folder, `workspace-${++count}`);
      cpSync(first, own, { recursive: true });
      return writeWorkspace(own, count);
    },
    variables: (named) => {
      const at = (name: Service): string =>
        `https://${named.includes(name) ? `${name}.example.com` : `127.0.0.1:${fronts[name].port}`}`;
      return {
        HOME: folder,
        NODE_EXTRA_CA_CERTS: path.join(folder, 'root.crt'),
        EDGEWRIGHT_API_URL: at('api'),
        EDGEWRIGHT_API_TOKEN: token,
        EDGEWRIGHT_SECRET_CHAT: `${at('chat')}/hooks/T0-B0-secret`,
        GITHUB_ACTIONS: 'true',
        GITHUB_API_URL: `${at('forge')}/api/v3`,
        GITHUB_REPOSITORY: repo,
        GITHUB_TOKEN: 'github-secret-token',
        GITHUB_EVENT_NAME: 'pull_request',
        GITHUB_EVENT_PATH: event,
      };
    },
    run: (cwd, args, env) => runProgram(program, cwd, args, env),
    close: async () => {
      await Promise.all([...Object.values(fronts), github, hook].map((each) => each.close()));
      await api.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function writeWorkspace(folder: string, number: number): string {
  const files = {
    'edgewright.yaml': `version: 1
ledger: { store: file, lineage: 1d0f4c7e-52a8-4f0b-8a55-0c6c2f1e9b33 }
secrets: [CHAT]
notify: [{ url: $(secret:CHAT) }]
`,
    'environments/production.yaml': 'vars: {}\n',
    'resources/a.yaml': `kind: endpoint\nname: a${number}\nspec: { url: https://a${number}.example.com }\n`,
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.join(folder, path.dirname(name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  return folder;
}
