import fc from 'fast-check';
import ignore from 'ignore';
import { test } from 'vitest';
import { isIgnored, nothingIgnored, withOuterIgnoreFile } from '../../src/workspace/files/ignored.ts';
import { runs } from '../runs.ts';

const name = fc.constantFrom('dist', 'Dist', 'node_modules', 'a', 'b.yaml', '.edgewright', 'resources');
const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join('/'));
const line = fc.oneof(
  path,
  path.map((names) => `/${names}`),
  path.map((names) => `${names}/`),
  path.map((names) => `!${names}`),
  fc.constantFrom(
    '',
    '# dist',
    '*.yaml',
    'a*b.yaml',
    'a/*.yaml',
    '*st/',
    'a/**',
    '**/dist',
    'd?st',
    '[ab]',
    '\\#x',
    'dist\r',
    ' a',
    'a ',
    '/',
    '.',
  ),
);

test('an ignore file says of every path what the library says that reads all its lines', () => {
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: 6 }),
      path,
      path,
      fc.boolean(),
      (lines, below, inside, isFolder) => {
        const text = lines.join('\n');
        const layers = withOuterIgnoreFile(nothingIgnored, below, { path: '.gitignore', text });
        const expected = ignore({ ignorecase: false })
          .add(text.split('\n'))
          .test(`${below}/${inside}${isFolder ? '/' : ''}`);
        return isIgnored(layers, inside, isFolder ? 'folder' : 'file') === expected.ignored;
      },
    ),
    { numRuns: runs(2_000) },
  );
});
