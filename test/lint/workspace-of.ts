import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { compile } from '../../src/compile/compile.ts';
import { lint } from '../../src/lint/lint.ts';
import type { LintInput } from '../../src/lint/run.ts';
import type { LintResult } from '../../src/model/lint-result.ts';
import type { Workspace } from '../../src/model/workspace.ts';
import { loadWorkspace } from '../../src/workspace/load-workspace.ts';

/** Files by path. */
export type Files = Readonly<Record<string, string>>;

/** What every case stands on, unless it brings these files itself. */
export const baseFiles: Files = {
  'edgewright.yaml': `version: 1
ledger: { store: file, lineage: 0f1e2d3c4b5a69788796a5b4c3d2e1f0 }
secrets: [CLIENT_SECRET, WEBHOOK_SECRET, UPSTREAM_TOKEN]
`,
  'environments/production.yaml': `vars:
  domain: example.com
  allowed_domains: [example.com, example.org]
  threshold: 0.2
  seconds: 30
  name: shop
  version: "1.2"
  on: true
ids:
  https-edge/main: edghts_2NAnKzW5yZQ5VRb0sW4PBn7CYqZ
  https-edge/other: edghts_2NAnKzW5yZQ5VRb0sW4PBn7CYqY
  backend/shop: bkdhr_2NAnKzW5yZQ5VRb0sW4PBn7CYqX
  backend/docs: bkdhr_2NAnKzW5yZQ5VRb0sW4PBn7CYqW
  ip-policy/office: ipp_2NAnKzW5yZQ5VRb0sW4PBn7CYqV
  ip-policy/vpn: ipp_2NAnKzW5yZQ5VRb0sW4PBn7CYqU
  certificate-authority/corp: ca_2NAnKzW5yZQ5VRb0sW4PBn7CYqT
  certificate-authority/partner: ca_2NAnKzW5yZQ5VRb0sW4PBn7CYqS
`,
};

/**
 * Cuts a text into files: a line `# file: <path>` begins one. What precedes the first is resources/case.yaml; with
 * nothing there is no such file.
 */
export function filesIn(text: string): Files {
  const parts = text.split(/^# file: (\S+)\n/m);
  const files: Record<string, string> = {};
  if ((parts[0] ?? '') !== '' || parts.length === 1) files['resources/case.yaml'] = parts[0] ?? '';
  for (let i = 1; i < parts.length; i += 2) files[parts[i] ?? ''] = parts[i + 1] ?? '';
  return files;
}

/** Puts files into a folder of their own for as long as `use` runs. */
export async function withWorkspace<T>(
  files: Files,
  use: (workspace: Workspace) => T | Promise<T>,
): Promise<T> {
  const root = mkdtempSync(path.join(tmpdir(), 'edgewright-lint-'));
  try {
    for (const [name, text] of Object.entries({ ...baseFiles, ...files })) {
      const file = path.join(root, name);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
    return await use(await loadWorkspace({ from: root }));
  } finally {
    rmSync(root, { recursive: true });
  }
}

export type LintOptions = Omit<LintInput, 'workspace' | 'compiled' | 'now'> & { readonly now?: Date };

/** Loads, compiles for every environment, lints. */
export function lintFiles(
  files: Files,
  options: LintOptions,
): Promise<LintResult & { readonly workspace: Workspace }> {
  return withWorkspace(files, (workspace) => {
    const compiled = new Map(
      [...workspace.environments.keys()].map((name) => [name, compile(workspace, name)]),
    );
    const result = lint({ now: new Date('2026-01-01T00:00:00Z'), ...options, workspace, compiled });
    return { ...result, workspace };
  });
}
