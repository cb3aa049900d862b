/** The page about the events of an apply: its table is the schema, its commands are run on a stream. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startServer } from '../../src/server/start-server.ts';
import { makeFolder } from '../pipeline/workspace-folder.ts';
import { checkedLine } from '../scenarios/check-events.ts';
import { codeSpansOf, tableOf } from './markdown.ts';
import { manual, readme } from './page.ts';

interface Line {
  readonly properties: Readonly<Record<string, { readonly const?: string }>>;
}

const { anyOf, definitions } = JSON.parse(readFileSync('schemas/events.schema.json', 'utf8')) as {
  readonly anyOf: readonly { readonly $ref: string }[];
  readonly definitions: Readonly<Record<string, Line>>;
};
const inEachLine = ['format', 'event', 'at', 'run', 'environment'];

test('the table names each event with all its fields', () => {
  const fields = new Map<string, Set<string>>();
  for (const { $ref } of anyOf) {
    const { properties } = definitions[$ref.replace('#/definitions/', '')] ?? { properties: {} };
    const event = properties['event']?.const ?? '';
    const own = Object.keys(properties).filter((name) => !inEachLine.includes(name));
    fields.set(event, new Set([...(fields.get(event) ?? []), ...own]));
  }
  const rows = tableOf(readme, '`event`').rows.map(
    ([event = '', names = '']) => [codeSpansOf(event)[0], new Set(codeSpansOf(names))] as const,
  );
  expect(new Map(rows)).toEqual(fields);
});

test('the commands say of a stream what the page says', async () => {
  const { text = '' } = manual.find(({ name }) => name === 'docs/apply.md') ?? {};
  const [tail = '', grep = ''] = codeSpansOf(text).filter((span) => span.endsWith(' events.jsonl'));
  const server = await startServer({ store: 'memory' });
  const folder = makeFolder({ EDGEWRIGHT_API_URL: server.url });
  try {
    folder.write(
      'edgewright.yaml',
      'version: 1\nledger: { store: file, lineage: 7c0e0000-0000-4000-8000-000000000001 }\n',
    );
    folder.write('environments/production.yaml', '{}\n');
    folder.write('resources/a.yaml', 'kind: endpoint\nname: a\nspec: { url: https://a.example.com }\n');
    await folder.run(['ledger', 'init']);
    await folder.run(['apply', '--yes', '--format', 'json=events.jsonl']);
    const run = (command: string): string =>
      execFileSync('sh', ['-c', command], { cwd: folder.root, encoding: 'utf8' });
    expect(checkedLine(run(tail))).toMatchObject({ event: 'end', exit_code: 0 });
    const [done] = run(grep.replace('unknown', 'done')).split(/(?<=\n)/);
    expect(checkedLine(done ?? '')).toMatchObject({ event: 'step', status: 'done' });
  } finally {
    folder.remove();
    await server.close();
  }
});
