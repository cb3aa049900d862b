import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { main } from '../../../src/main.ts';

export type Contents = Readonly<Record<string, string | Uint8Array>>;

export interface Ran {
  readonly exit: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A workspace on disk that commands run in, in this process. */
export interface Sandbox {
  readonly root: string;
  readonly write: (files: Contents) => void;
  readonly run: (...args: readonly string[]) => Promise<Ran>;
  readonly remove: () => void;
}

/** The files beside every hostile file: settings, and one environment with names to refer to. */
export const ordinary = {
  'edgewright.yaml': 'version: 1\nledger: { store: file, lineage: 0f1e2d3c }\nsecrets: [CLIENT_SECRET]\n',
  'environments/production.yaml': `vars: { domain: example.com, seconds: 30, list: [a, b] }
ids:
  https-edge/main: edghts_2NAnKzW5yZQ5VRb0sW4PBn7CYqZ
  backend/shop: bkdhr_2NAnKzW5yZQ5VRb0sW4PBn7CYqX
  ip-policy/office: ipp_2NAnKzW5yZQ5VRb0sW4PBn7CYqV
`,
  'resources/base.yaml':
    'kind: preset\nname: base\nspec: { description: base }\n---\nkind: endpoint\nname: base\nuses: [base]\nspec: { url: "https://$(domain)" }\n',
} as const;

export function openSandbox(files: Contents = ordinary): Sandbox {
  const root = mkdtempSync(path.join(tmpdir(), 'edgewright-hostile-'));
  const write = (more: Contents): void => {
    for (const [name, content] of Object.entries(more)) {
      mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
      writeFileSync(path.join(root, name), content);
    }
  };
  write(files);
  return { root, write, run: (...args) => run(root, args), remove: () => rmSync(root, { recursive: true }) };
}

async function run(root: string, args: readonly string[]): Promise<Ran> {
  const streams = { stdout: '', stderr: '' };
  const exit = await main(args, {
    stdout: (text) => void (streams.stdout += text),
    stderr: (text) => void (streams.stderr += text),
    stdin: () => Promise.resolve(''),
    env: { HOME: root },
    cwd: root,
    stdoutIsTerminal: false,
    stderrIsTerminal: false,
    columns: 80,
    clock: { now: () => new Date('2026-06-01T12:00:00Z'), sleep: () => Promise.resolve() },
    signal: new AbortController().signal,
  });
  return { exit, ...streams };
}
