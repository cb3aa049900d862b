/*
 * A text that no file could hold (too large, with a NUL): the editor, standard input and the disk say the same of it,
 * and nothing else of the server goes by such a text.
 */
import { describe, expect, test } from 'vitest';
import { createEngine } from '../../src/commands/lsp/lsp-engine.ts';
import { completion } from '../../src/lsp/completion/completion.ts';
import { definition } from '../../src/lsp/protocol/answers.ts';
import { hover } from '../../src/lsp/hover/hover.ts';
import { renameableAt } from '../../src/lsp/mentions/rename.ts';
import { main } from '../../src/main.ts';
import { ioOf } from './io.ts';
import { stage } from './stage.ts';

const file = 'resources/new.yaml';
const text = 'kind: endpoint\nname: new\nspec: { url: "https://new.$(domain)", colour: red }\n';

const texts = [
  { what: 'a byte more than 1 MiB', content: text.padEnd(1024 * 1024 + 1, '#'), finds: 'larger than 1 MiB' },
  { what: 'more than 1 MiB only as UTF-8', content: `${text}#${'é'.repeat(600_000)}`, finds: 'larger than' },
  { what: 'a NUL', content: `${text}# \0\n`, finds: 'NUL byte' },
  { what: 'exactly 1 MiB', content: text.padEnd(1024 * 1024, '#'), finds: 'unknown-field' },
  { what: 'half a character', content: `${text}# \ud83d\n`, finds: 'unknown-field' },
];

describe('a text that is laid over a file', () => {
  test.each(texts)('$what', async ({ content, finds }) => {
    const staged = stage();
    try {
      const engine = createEngine(ioOf(staged.root).io);
      const overlay = new Map([[file, content]]);
      const found = await engine.analyse(staged.root, overlay, () => true);
      if (found === undefined || !('workspace' in found)) throw new Error(found?.message);
      const own = found.result.diagnostics.filter(({ place }) => place.source.path === file);
      const shown = own.map(({ rule, message }) => `${rule} ${message}`);
      expect(shown.join('\n')).toContain(finds);

      const compact = ['lint', '--format', 'compact'];
      const piped = ioOf(staged.root, content);
      const ofPipe = await main([...compact, '--stdin', '--stdin-filename', file], piped.io);
      staged.write(file, content);
      const onDisk = ioOf(staged.root);
      const ofDisk = await main([...compact, file], onDisk.io);
      expect([ofPipe, piped.said()]).toEqual([ofDisk, onDisk.said()]);
      for (const { message } of own) expect(onDisk.said()).toContain(message);

      const isRead = found.workspace.sources.has(file);
      const at = { path: file, offset: content.indexOf('colour') };
      const asked = { ...at, text: content, files: () => [] };
      const answers = [
        hover(found, { ...at, offset: 1 }, engine) !== undefined,
        completion(found, asked, engine).length > 0,
        definition(found, { path: file, offset: content.indexOf('domain)') }, staged.uriOf).length > 0,
        renameableAt(found.workspace, file, content.indexOf('new')) !== undefined,
      ];
      expect(answers).toEqual(answers.map(() => isRead));
      expect((await engine.fixed(staged.root, overlay, file)) ?? content).toBe(content);
    } finally {
      staged.remove();
    }
  });
});
