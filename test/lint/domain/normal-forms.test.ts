import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { normalMatch, normalPath } from '../../../src/derive/forms/normal-match.ts';
import { parseEndpointUrl } from '../../../src/derive/forms/endpoint-url.ts';
import { parseHostport } from '../../../src/lint/domain/values/url-parts.ts';
import { matchMistake } from '../../../src/routing/selector.ts';
import { re2Problem } from '../../../src/lint/domain/values/re2.ts';
import { parseSaml } from '../../../src/lint/domain/values/saml-xml.ts';
import { normalHost } from '../../../src/derive/forms/host-name.ts';

const segment = fc.stringMatching(/^[A-Za-z0-9._~%-]{0,6}$/);
const path = fc.array(segment, { minLength: 1, maxLength: 6 }).map((parts) => `/${parts.join('/')}`);

/** Half surrogates too: YAML escapes can write them. */
const anything = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('/\ud800', '\udc00.example.com'),
);

describe('the normal form of a selector', () => {
  test('is its own normal form', () => {
    fc.assert(
      fc.property(fc.oneof(path, fc.string()), (text) => {
        const once = normalPath(text);
        expect(normalPath(once)).toBe(once);
      }),
    );
  });

  test('of a path has nothing against it, unless it is a pattern', () => {
    fc.assert(
      fc.property(path, (text) => {
        expect(matchMistake(normalMatch(text))).toBeUndefined();
      }),
    );
  });

  test.each([
    ['/a/./b/../c', '/a/c'],
    ['/..', '/'],
    ['/a//', '/a/'],
    ['/%7euser', '/~user'],
    ['/%e4', '/%E4'],
    ['/a b', '/a%20b'],
    ['/100%', '/100%25'],
  ])('of %s is %s', (text, normal) => {
    expect(normalPath(text)).toBe(normal);
  });
});

const label = fc.stringMatching(/^[a-z0-9][a-z0-9-]{0,6}$/);
const host = fc.array(label, { minLength: 1, maxLength: 4 }).map((labels) => labels.join('.'));

test('an everyday host has the normal form that the URL parser gives it', () => {
  fc.assert(
    fc.property(host, (text) => {
      fc.pre(URL.canParse(`http://${text}`));
      const { hostname } = new URL(`http://${text}`);
      // Numbers are read as an IP address; a selector takes them literally.
      if (!/^[\d.]+$/.test(hostname)) expect(normalHost(text)).toBe(hostname);
    }),
  );
});

describe('what people write', () => {
  test('never throws', () => {
    fc.assert(
      fc.property(anything, (text) => {
        matchMistake(text);
        normalMatch(text);
        parseEndpointUrl(text);
        parseHostport(text);
        re2Problem(text);
      }),
    );
  });

  test('is metadata or has a problem with a place in the text', () => {
    const pieces = fc.constantFrom(
      '<a>',
      '</a>',
      '<EntityDescriptor',
      '>',
      '<!DOCTYPE a>',
      '&x;',
      'é',
      '"',
      '<?xml',
      '\0',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(pieces, fc.string()), { maxLength: 8 }), (parts) => {
        const text = parts.join('');
        const { problem, doctype, root } = parseSaml(text);
        for (const piece of [problem, doctype, root]) {
          if (piece === undefined) continue;
          expect(piece.start).toBeGreaterThanOrEqual(0);
          expect(piece.end).toBeLessThanOrEqual(text.length);
          expect(piece.start).toBeLessThanOrEqual(piece.end);
        }
        if (problem === undefined) expect(root).toBeDefined();
      }),
    );
  });
});
