import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { HostileClone } from './hostile-clone.ts';
import type { Way } from './ways.ts';

/** What the jobs, the hooks, the shell and the editor of a team run in a clone. */
export const usual = [
  'lint',
  'lint --format json --base origin/main',
  'compile --env production',
  'plan --env production --base origin/main --secrets-dir secrets --format markdown',
  'comment --env production --base origin/main --secrets-dir secrets --forge github --pull-request 1 --on-empty create --dry-run',
  'apply --env production --yes --secrets-dir secrets',
];

/** Runs all of it. Throws if a command is not one of the program. */
export async function playWay(clone: HostileClone, { commands = [] }: Pick<Way, 'commands'>): Promise<void> {
  for (const command of [...usual, ...commands]) {
    const exit = await clone.run(command);
    if (exit === 70 || exit === null || wrongUse.test(clone.said()))
      throw new Error(`${command}: ${clone.said()}`);
  }
  await clone.run(`$ ${completing}`);
  await clone.run('lsp --stdio', editing(clone.folder));
}

const wrongUse = /^error: (?:unknown (?:option|command)|missing required|too many arguments)/m;

/** A shell completes, and the user runs the line that it made. */
const completing = `edgewright() { "${process.execPath}" "${new URL('../../bin/edgewright.js', import.meta.url).pathname}" "$@"; }
command() { "$@"; }
source <(edgewright completion bash)
for line in "edgewright plan --only " "edgewright plan --only team=" "edgewright plan --only other=" "edgewright plan --env " "edgewright explain " "edgewright lint --changed-since "; do
  COMP_WORDBREAKS=" =:" COMP_LINE="$line" COMP_POINT=\${#line}
  _edgewright
  for word in "\${COMPREPLY[@]}"; do eval "echo $word" < /dev/null; done
done
true`;

/** An editor opens the files, and asks in each line for whatever it can show there. */
function editing(folder: string): string {
  const files = [
    'edgewright.yaml',
    'resources/shop.yaml',
    'resources/evil.yaml',
    'environments/production.yaml',
  ];
  const opened = files
    .map((file) => ({ file: path.join(folder, file), uri: `file://${folder}/${file}` }))
    .filter(({ file }) => statSync(file, { throwIfNoEntry: false })?.isFile())
    .map(({ file, uri }) => ({ uri, text: readFileSync(file, 'utf8') }));
  let id = 1;
  const asked = opened.flatMap(({ uri, text }) =>
    text.split('\n').flatMap((line, at) =>
      ['completion', 'hover', 'definition', 'references', 'codeAction'].map((what) => ({
        id: ++id,
        method: `textDocument/${what}`,
        params: {
          textDocument: { uri },
          position: { line: at, character: Math.floor(line.length / 2) },
          range: { start: { line: 0, character: 0 }, end: { line: at, character: line.length } },
          context: { diagnostics: [], includeDeclaration: true },
        },
      })),
    ),
  );
  const messages = [
    {
      id: 1,
      method: 'initialize',
      params: { processId: null, rootUri: `file://${folder}`, capabilities: {} },
    },
    { method: 'initialized', params: {} },
    ...opened.map(({ uri, text }) => ({
      method: 'textDocument/didOpen',
      params: { textDocument: { uri, languageId: 'yaml', version: 1, text } },
    })),
    ...asked,
    { id: 9998, method: 'shutdown' },
    { method: 'exit' },
  ];
  return messages
    .map((message) => JSON.stringify({ jsonrpc: '2.0', ...message }))
    .map((body) => `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
    .join('');
}
