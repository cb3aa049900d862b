/** A traffic policy that did not change is not checked again. Each run is a process of its own, without its memory. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { usual } from './lint-around.ts';

const checked = vi.hoisted(() => ({ policies: 0 }));

vi.mock(import('../../../src/lint/traffic-policy/check-traffic-policy.ts'), async (original) => {
  const own = await original();
  return {
    ...own,
    checkTrafficPolicy: (...given) => {
      checked.policies++;
      return own.checkTrafficPolicy(...given);
    },
  };
});

const root = mkdtempSync(path.join(tmpdir(), 'edgewright-policies-'));
afterAll(() => rmSync(root, { recursive: true }));

function write(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
}

function policy(status: number): string {
  return `on_http_request: [{ actions: [{ type: deny, config: { status_code: ${status} } }] }]\n`;
}

function endpoint(name: string, value: string): void {
  write(
    `resources/${name}.yaml`,
    `kind: endpoint\nname: ${name}\nspec:\n  url: https://${name}.example.com\n  traffic_policy: ${value}\n`,
  );
}

/** The policies that a run checks. */
async function checkedBy(texts: Map<string, string>): Promise<number> {
  vi.resetModules();
  const { lintAround } = await import('./lint-around.ts');
  checked.policies = 0;
  const { printed } = await lintAround(root, usual, texts);
  expect(printed.map(([, text]) => text).join('')).toContain('no problems');
  return checked.policies;
}

test('a policy that did not change is not checked again', { timeout: 120_000 }, async () => {
  write('edgewright.yaml', 'version: 1\n');
  write('environments/production.yaml', 'vars: {}\n');
  endpoint('mapping', `{ ${policy(401).trim()} }`);
  endpoint('other', `{ ${policy(402).trim()} }`);
  endpoint('file', '$(file:policies/file.yaml)');
  write('policies/file.yaml', policy(403));
  const texts = new Map<string, string>();
  expect(await checkedBy(texts)).toBe(3);
  // The second run caches the files of a small workspace.
  expect(await checkedBy(texts)).toBe(3);
  expect(await checkedBy(texts)).toBe(0);
  write('policies/file.yaml', policy(404));
  expect(await checkedBy(texts)).toBe(1);
  endpoint('mapping', `{ ${policy(405).trim()} }`);
  expect(await checkedBy(texts)).toBe(1);
});
