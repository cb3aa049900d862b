import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { startServer, type RunningServer } from '../../src/server/start-server.ts';
import { lintFormatNames } from '../../src/run/lint/lint-formats.ts';
import { planReport } from '../../src/run/plan/plan-formats.ts';
import { testsReport } from '../../src/commands/test/test-workspace.ts';
import { driftReport } from '../../src/commands/drift/drift-environments.ts';
import { reporting } from '../pipeline/round-trip.ts';
import { makeFolder, type Folder } from '../pipeline/workspace-folder.ts';
import { ciCommands, commandsOf } from './ci-runner.ts';

/*
 * Foreign text (descriptions, labels, policy names, `why`, live values) begins with what a CI system
 * reads as a command. Whatever renderer shows it, at whatever width, and in the files that it writes: no line is one.
 */
const foreign = fc
  .tuple(
    fc.constantFrom(
      '',
      ' ',
      '\t',
      '\n',
      '\r',
      '\r\n  ',
      '\u001b[31m',
      'word '.repeat(7),
      `${'x'.repeat(31)} `,
    ),
    fc.constantFrom(...ciCommands),
    fc.constantFrom('', ' behind', '\n', '\r::error::again', '\u001b[0K'),
  )
  .map((parts) => parts.join(''));

const texts = fc.record({ own: foreign, live: foreign, why: foreign, name: foreign });

type Texts = typeof texts extends fc.Arbitrary<infer Value> ? Value : never;

/** The command that writes each format into a file of its own, and the files. */
const intoFiles = (verb: string, formats: readonly string[]): readonly [string, ...string[]] => {
  const files = formats.map((format) => `${verb}.${format}`);
  return [[verb, ...formats.map((format, at) => `--format ${format}=${files[at]}`)].join(' '), ...files];
};

/** Each with the files that it writes. */
const commands: readonly (readonly [command: string, ...files: readonly string[]])[] = [
  ...lintFormatNames.map((format): [string] => [`lint --format ${format}`]),
  intoFiles('lint', lintFormatNames),
  ['lint --live'],
  ['fmt --diff'],
  ['compile'],
  ['compile --requests --origins'],
  ...planReport.formats.map((format): [string] => [`plan --requests --format ${format}`]),
  intoFiles('plan', planReport.formats),
  ['plan --all --save plan.saved', 'plan.saved'],
  ['plan show plan.saved'],
  ...driftReport.formats.map((format): [string] => [`drift --format ${format}`]),
  intoFiles('drift', driftReport.formats),
  ['pull --diff'],
  ['pull --dry-run'],
  ['trace https://www.example.com/'],
  ['trace https://www.example.com/ --format json'],
  ['trace https://www.example.com/ --format html'],
  ['graph --live'],
  ['explain policy/house'],
  ...testsReport.formats.map((format): [string] => [`test --format ${format}`]),
  ['apply --yes'],
  ['apply --yes --format json'],
  ['apply --yes --format markdown'],
  ['ledger show endpoint/www'],
  ['apply --rollback 3 --yes'],
];

test.each([40, 61, 80, 132])(
  'no renderer lets foreign text begin a line as a command, in %i columns',
  async (columns) => {
    const server = await startServer({ store: 'memory' });
    await fc.assert(
      fc.asyncProperty(texts, async (said) => {
        const folder = makeFolder({ EDGEWRIGHT_API_URL: server.url, EDGEWRIGHT_API_TOKEN: 'token' }, columns);
        try {
          await stage(server, folder, said);
          const shown: string[] = [];
          for (const [command, ...files] of commands) {
            const { exit, stdout, stderr } = await folder.run(command.split(' '));
            expect([0, 1, 2, 6], `${command}\n${stderr}`).toContain(exit);
            shown.push(stdout, stderr);
            // What goes into files is not on stdout.
            const format = files.length === 0 ? command : '';
            expect(actedOn(stdout, format), `${command}\n${stdout}`).toEqual([]);
            expect(actedOn(stderr, format), `${command}\n${stderr}`).toEqual([]);
            for (const written of files.map((file) => path.join(folder.root, file)).filter(existsSync)) {
              const text = readFileSync(written, 'utf8');
              expect(actedOn(text, written), `${written}\n${text}`).toEqual([]);
            }
          }
          // All of it was printed somewhere.
          for (const word of Object.values(said).flatMap(wordsOf)) expect(shown.join('')).toContain(word);
        } finally {
          folder.remove();
        }
      }),
      { numRuns: 6, ...reporting },
    );
    await server.close();
  },
  300_000,
);

function wordsOf(text: string): readonly string[] {
  return text.match(/[A-Za-z]{4,}/g) ?? [];
}

/** Of what GitHub reads, our own annotations and groups are meant to be commands. */
function actedOn(log: string, format: string): readonly string[] {
  const found = commandsOf(log);
  return format.includes('github')
    ? found.filter(
        (line) => !/^::(?:(?:error|warning|notice) (?:file|title)=|group::|endgroup::$)/.test(line),
      )
    : found;
}

/** An applied workspace, changed outside and in the files. */
async function stage(server: RunningServer, folder: Folder, { own, live, why, name }: Texts): Promise<void> {
  for (const { id } of server.outside.objects('endpoint')) await server.outside.remove('endpoint', id);
  const text = (value: string): string => JSON.stringify(value);
  folder.write(
    'edgewright.yaml',
    [
      'version: 1',
      'ledger: { store: file, lineage: 7c0e0000-0000-4000-8000-000000000001 }',
      `policies:\n  house: { assert: "spec.description.size() > 100000", message: "{{ spec.description }}", why: ${text(why)}, severity: warn }`,
      '',
    ].join('\n'),
  );
  folder.write('environments/production.yaml', 'vars: {}\n');
  const resource = (description: string): string =>
    [
      `kind: endpoint\nname: www\nlabels: { note: ${text(own)} }\nspec:\n  url: https://www.example.com`,
      `  description: ${text(description)}`,
      `  metadata: ${text(own)}`,
      `  traffic_policy:\n    on_http_request:\n      - name: ${text(name)}\n        actions: [ { type: deny } ]\n`,
    ].join('\n');
  folder.write('resources/www.yaml', resource('first'));
  expect(await folder.run(['ledger', 'init'])).toMatchObject({ exit: 0 });
  const applied = await folder.run(['apply', '--yes']);
  expect(applied, applied.stdout + applied.stderr).toMatchObject({ exit: 0 });
  const id = server.outside.objects('endpoint')[0]?.id ?? '';
  await server.outside.change('endpoint', id, { metadata: live });
  await server.outside.add('endpoint', {
    url: 'https://other.example.com',
    description: live,
    metadata: live,
  });
  folder.write('resources/www.yaml', resource(own));
}
