/**
 * The mock API refuses what the documented rules of lint report: the `bad` of each, sent as a body, and not its `good`.
 * What it documents but refuses nobody for says so (`judgesBodies: false`), and is accepted.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { kinds } from '../../src/kinds/index.ts';
import type { KindName } from '../../src/kinds/kind.ts';
import type { Rule } from '../../src/lint/rule.ts';
import { rules } from '../../src/lint/rules.ts';
import { startServer, type RunningServer } from '../../src/server/start-server.ts';
import { filesIn, lintFiles } from '../lint/workspace-of.ts';

const documented = rules.filter(({ isMust }) => isMust);
const judging = documented.filter(({ judgesBodies }) => judgesBodies !== false);
const named = (some: readonly Rule[]): readonly { id: string; rule: Rule }[] =>
  some.map((rule) => ({ id: rule.id, rule }));

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ store: 'memory' });
});
afterAll(() => server.close());

test.each(named(judging))('$id: a body against it is refused', async ({ rule }) => {
  const { status, msg } = await created(rule.bad);
  expect(status, msg).toBe(400);
  // Shapes are checked by the validators of the kinds, which have words of their own.
  if (rule.scope === 'reported') return;
  expect(rule.scope).toBe('resource');
  const messages = lintFiles(filesIn(rule.bad), { rules })
    .diagnostics.filter((found) => found.rule === rule.id)
    .map(({ message }) => message);
  expect(messages).not.toEqual([]);
  for (const message of messages) expect(msg).toContain(`is invalid: ${message}`);
});

test.each(named(documented))('$id: a body that keeps it is accepted', async ({ rule }) => {
  const { status, msg } = await created(rule.good);
  expect(status, msg).toBe(201);
});

test.each(named(documented.filter((rule) => !judging.includes(rule))))(
  '$id: does not judge bodies',
  async ({ rule }) => {
    const { status, msg } = await created(rule.bad);
    expect(status, msg).toBe(201);
  },
);

let count = 0;

/** The response to the first resource of an example, on an edge or under a URL of its own. */
async function created(example: string): Promise<{ readonly status: number; readonly msg: string }> {
  const { kind, spec } = parse(asSent(filesIn(example)['resources/case.yaml'] ?? '')) as {
    readonly kind: KindName;
    readonly spec: Readonly<Record<string, unknown>>;
  };
  const { edge_id: _, ...body } = spec;
  count++;
  const path = kinds[kind].operations.create.path.replace('{edge_id}', `edghts_${count}`);
  const isUsual = body['url'] === 'https://www.example.com';
  const own = isUsual ? { ...body, url: `https://www${count}.example.com` } : body;
  const response = await fetch(server.url + path, { method: 'POST', body: JSON.stringify(own) });
  const { msg = '' } = (await response.json()) as { readonly msg?: string };
  return { status: response.status, msg };
}

/** Ids in place of the names that a file has for them, and values in place of its secrets. */
function asSent(file: string): string {
  return file
    .replaceAll(/\b(?:https-edge|backend|certificate-authority|ip-policy)\/(\w+)/g, 'id_$1')
    .replaceAll(/\$\(secret:(\w+)\)/g, 'value-of-$1');
}
