import fc from 'fast-check';
import { expect, test } from 'vitest';
import '../../property-seed.ts';
import { parseCorpus } from '../../../src/routing/traffic/corpus/compare-corpus.ts';
import { parseRequest } from '../../../src/routing/traffic/request.ts';
import { runs } from '../../runs.ts';

const piece = fc.constantFrom(
  'https://',
  'tcp://',
  'https-edge/',
  'main',
  'a.io',
  ':',
  '443',
  '/',
  '..',
  '%2',
  '?',
  '#',
  '@',
  '[::1]',
  ' ',
  '*',
);
const url = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.array(piece, { maxLength: 8 }).map((all) => all.join('')),
);

test('any string is read as a request with a path, or as a problem at one of its columns', () => {
  fc.assert(
    fc.property(url, (text) => {
      const parsed = parseRequest(text);
      if ('request' in parsed) return parsed.request.path.startsWith('/');
      return parsed.column >= 1 && parsed.column <= text.length + 1;
    }),
    { numRuns: runs(2000) },
  );
});

test('equivalent spellings give the same host and path', () => {
  const written = ['https://Shop.Example.com:443/a/../cart?x=1', 'HTTPS://shop.example.com./%63art#top'];
  const read = written.map((text) => {
    const parsed = parseRequest(text);
    return 'request' in parsed ? [parsed.request.target, parsed.request.path] : parsed;
  });
  const place = { type: 'host', scheme: 'https', host: 'shop.example.com', port: 443 };
  expect(read).toEqual([
    [place, '/cart'],
    [place, '/cart'],
  ]);
});

test('each line of a corpus that is not empty or a comment is an entry or a problem, in order', () => {
  fc.assert(
    fc.property(
      fc.array(
        url.filter((text) => !/[\r\n]/.test(text)),
        { maxLength: 10 },
      ),
      (lines) => {
        const { entries, problems } = parseCorpus(lines.join('\n'));
        const said = lines.flatMap((line, index) =>
          line.replace(/(?:^|\s)#.*$/, '').trim() === '' ? [] : [index + 1],
        );
        const found = [...entries, ...problems].map(({ line }) => line).sort((a, b) => a - b);
        expect(found).toEqual(said);
      },
    ),
  );
});
