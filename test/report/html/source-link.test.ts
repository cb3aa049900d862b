import { describe, expect, test } from 'vitest';
import { isSourceTemplate, sourceLink } from '../../../src/report/findings/source-link.ts';

describe('a template of source links', () => {
  test.each([
    ['https://git.example.com/edges/blob/main/{path}#L{line}', true],
    ['https://git.example.com/{path}', true],
    ['http://git.example.com/{path}', false],
    ['javascript:alert(1)//{path}', false],
    ['https://{path}/', false],
    ['https://git.example.com{path}', false],
    ['https://git.example.com/blob', false],
    ['https://git.example.com/a b/{path}', false],
    ['//git.example.com/{path}', false],
  ])('%s: %s', (template, isOne) => {
    expect(isSourceTemplate(template)).toBe(isOne);
  });

  test.each([
    ['resources/shop.yaml', 'https://git.example.com/edges/resources/shop.yaml#L3'],
    ['a b/ü#?%.yaml', 'https://git.example.com/edges/a%20b/%C3%BC%23%3F%25.yaml#L3'],
    ['../../other/secret.yaml', 'https://git.example.com/edges/other/secret.yaml#L3'],
    ['/{line}/$&.yaml', 'https://git.example.com/edges/%7Bline%7D/%24%26.yaml#L3'],
    ['javascript:alert(1)', 'https://git.example.com/edges/javascript%3Aalert(1)#L3'],
  ])('%s', (file, link) => {
    expect(sourceLink('https://git.example.com/edges/{path}#L{line}')(file, 3)).toBe(link);
  });

  test('without one there is no link', () => {
    expect(sourceLink(undefined)('a.yaml', 1)).toBeUndefined();
  });
});
