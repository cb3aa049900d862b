import { expect, test } from 'vitest';
import { exclusiveKeys, identityKeys } from '../../src/derive/forms/identity.ts';

const route = (match: string) => ({ edge_id: 'edghts_1', match_type: 'path_prefix', match });

test.each(['Shop.Example.com/a', 'shop.example.com./a', 'shop.example.com:443/a', 'SHOP.example.com.:443/a'])(
  'the match %s is that of shop.example.com/a',
  (match) => {
    const [one, other] = [route('shop.example.com/a'), route(match)];
    expect(identityKeys('https-route', other)).toEqual(identityKeys('https-route', one));
    expect(exclusiveKeys('https-route', other)).toEqual(exclusiveKeys('https-route', one));
  },
);

test.each(['shop.example.com/A', 'www.example.com/a', '/a', 'shop.example.com/a/'])(
  'the match %s is not',
  (match) => {
    expect(identityKeys('https-route', route(match))).not.toEqual(
      identityKeys('https-route', route('shop.example.com/a')),
    );
  },
);
