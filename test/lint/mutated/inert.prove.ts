import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { lintFormatNames } from '../../../src/run/lint/lint-formats.ts';
import type { LintDocument } from '../../../src/report/findings/lint-json.ts';
import { actingIn } from '../../workspace/hostile/is-inert.ts';
import { openSandbox, ordinary, type Contents } from '../../workspace/hostile/sandbox.ts';
import { judgeFormat } from './judge-format.ts';
import { faultsOf } from './places.ts';

/** Texts that a terminal, a build log, a page or a parser of our formats would act on. */
const pieces = [
  ...[
    '\u001b[31m',
    '\u009b2J',
    '\u0007',
    '\r',
    '\n',
    '\t',
    '\u0085',
    '\u2028',
    '\u202e',
    '\u2066',
    '\u200b',
    '\ufeff',
    '\u{e0041}',
  ],
  ...[
    '::error::',
    '::set-output name=a::',
    '::stop-commands::x',
    '##[group]',
    '##vso[task.x]',
    '%0A',
    '%25',
    '::',
  ],
  ...[
    '`',
    '```',
    '*',
    '_',
    '[a](http://x)',
    '![a](//x)',
    '|',
    '<script>',
    '</failure>',
    ']]>',
    '&lt;',
    '-->',
    '"',
    "'",
    '@everyone',
    '#1',
  ],
  ...['$(domain)', '$(', '\\', 'a', 'name', ' ', '😀', 'é', '한', 'e\u0301'],
];
const hostile = fc
  .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 6 })
  .map((parts) => parts.join(''));

const words = fc.record({
  file: hostile,
  folder: hostile,
  environment: hostile,
  key: hostile,
  name: hostile,
  value: hostile,
  preset: hostile,
  id: hostile,
  reason: hostile,
});
type Words = typeof words extends fc.Arbitrary<infer Value> ? Value : never;

/** A file's name: of these characters no file system of ours takes all. */
function fileName(word: string): string {
  return word.replaceAll(/[/\u0000]/g, '_').slice(0, 40);
}

function filesWith({ file, folder, environment, key, name, value, preset, id, reason }: Words): Contents {
  const quoted = (word: string): string => JSON.stringify(word);
  return {
    [`environments/${fileName(environment)}.yaml`]: `vars: { ${quoted(key)}: ${quoted(value)} }\nids: { ${quoted(id)}: ${quoted(value)} }\n`,
    [`resources/${fileName(folder)}/${fileName(file)}.yaml`]: `# edgewright-ignore ${reason.replaceAll(/[\r\n]/g, ' ')}: ${reason.replaceAll(/[\r\n]/g, ' ')}
kind: https-route
name: ${quoted(name)}
uses: [${quoted(preset)}]
environments: [${quoted(environment)}]
labels: { ${quoted(key)}: ${quoted(value)} }
spec:
  edge_id: ${quoted(id)}
  match_type: ${quoted(value)}
  match: ${quoted(value)}
  description: ${quoted(value)}
  ${quoted(key)}: ${quoted(value)}
  backend: { backend_id: ${quoted(`backend/${id}`)} }
  request_headers: { add: { ${quoted(key)}: ${quoted(value)} }, remove: [${quoted(key)}] }
  oauth: { provider: { ${quoted(name)}: {}, github: { teams: [${quoted(value)}], organizations: [${quoted(name)}] } } }
---
kind: approval
allow: delete
address: ${quoted(name)}
environment: ${quoted(environment)}
change: ${quoted(id)}
reason: ${quoted(reason)}
---
kind: preset
name: ${quoted(`${preset}x`)}
spec: { ${quoted(key)}: 1 }
---
kind: ${quoted(value)}
---
a: ${value}
${value}: "
`,
  };
}

const formats = lintFormatNames.filter((format) => format !== 'json');

test('active text is inert in the output of lint, in any format', async () => {
  await fc.assert(
    fc.asyncProperty(words, async (choice) => {
      const files = filesWith(choice);
      const sandbox = openSandbox({ ...ordinary, ...files, 'out/.keep': '' });
      try {
        const written = formats.flatMap((format) => ['--format', `${format}=out/${format}`]);
        const { exit, stdout, stderr } = await sandbox.run('lint', '--format', 'json', ...written);
        expect(exit, stderr).toBe(1);
        expect(actingIn(stdout)).toBeUndefined();
        const texts = new Map(Object.entries({ ...ordinary, ...files }).map(([file, text]) => [file, text]));
        expect(faultsOf(JSON.parse(stdout) as LintDocument, (file) => texts.get(file))).toEqual([]);
        for (const format of formats)
          judgeFormat(format, readFileSync(path.join(sandbox.root, 'out', format), 'utf8'));
      } finally {
        sandbox.remove();
      }
    }),
    { numRuns: Number(process.env['HOSTILE_WORDS'] ?? 60) },
  );
});
