/** Paths in results have `/`, also where the system writes them with `\`. */
import { expect, test, vi } from 'vitest';

vi.mock('node:path', async (original) => {
  const { win32 } = await original<typeof import('node:path')>();
  return { ...win32, default: win32 };
});
// A drive that this machine does not have: no test may look at the disk.
const root = String.raw`C:\work\edges`;

test('a file argument is a path of the workspace', async () => {
  const { pathFrom } = await import('../../src/run/lint/chosen-files.ts');
  expect(pathFrom(root, String.raw`C:\work\edges\resources\shop\home.yaml`)).toBe('resources/shop/home.yaml');
  expect(pathFrom(root, root)).toBe('');
});

test('a file of an editor is a path of the workspace', async () => {
  const { withinRoot } = await import('../../src/lsp/protocol/document-uris.ts');
  // Editors write the drive in lower case.
  expect(withinRoot(root, String.raw`c:\work\edges\resources\home.yaml`)).toBe('resources/home.yaml');
});

test('a text that replaces a file is found by either way of writing its path', async () => {
  const { overlayFrom } = await import('../../src/workspace/files/find-root.ts');
  const texts = new Map([
    [String.raw`resources\home.yaml`, 'a'],
    ['resources/shop.yaml', 'b'],
    [String.raw`D:\elsewhere.yaml`, 'c'],
    [String.raw`..\outside.yaml`, 'd'],
  ]);
  expect([...overlayFrom(root, texts).keys()]).toEqual(['resources/home.yaml', 'resources/shop.yaml']);
});

test('the files of a ledger are shown with `/`', async () => {
  const { ledgerFolder } = await import('../../src/ledger/file/ledger-folder.ts');
  const folder = ledgerFolder(root, '.edgewright', 'production');
  expect(folder.at('ledger.json')).toBe(String.raw`C:\work\edges\.edgewright\production\ledger.json`);
  expect(folder.shown('ledger.json')).toBe('.edgewright/production/ledger.json');
});
