import type { FilledIn } from '../../src/model/plan/planned-request.ts';
import { expect, test } from 'vitest';
import { withMarker } from '../../src/derive/forms/marker.ts';
import type { Spec } from '../../src/model/value.ts';
import { filledInText } from '../../src/report/plan/words/filled-in-text.ts';
import { addressHash, ownerOf } from '../../src/derive/forms/owner-id.ts';

const marker = {
  owner: ownerOf('7c0e0000-0000-4000-8000-000000000001', 'production'),
  address: addressHash('endpoint/www'),
  op: '0'.repeat(32),
};
const at = '/metadata';

test.each([
  [{}, 'our marker, `edgewright:` and 62 characters', /^edgewright:[\w.]{62}$/],
  [{ metadata: '' }, 'our marker, `edgewright:` and 62 characters', /^edgewright:[\w.]{62}$/],
  [
    { metadata: 'team a' },
    'our marker as a last line, `edgewright:` and 62 characters',
    /^team a\nedgewright:[\w.]{62}$/,
  ],
  [
    { metadata: '{"team":"a"}' },
    'our marker as a last key, `$edgewright`, of 62 characters',
    /^\{"team":"a","\$edgewright":"[\w.]{62}"\}$/,
  ],
] as readonly [Spec, string, RegExp][])(
  'what is said of the marker in %j is what is put in',
  (body, says, is) => {
    expect(filledInText({ at, with: 'marker' }, { body })).toBe(`metadata: ${says}`);
    expect(withMarker(body['metadata'] as string | undefined, marker)).toMatch(is);
    expect(filledInText({ at, with: 'kept-marker' }, { body })).toBe(
      `metadata: ${says.replace('our marker', 'our marker, where the object carries one')}`,
    );
  },
);

test.each([
  [{ at: '/oidc/client_secret', with: 'secret', names: ['A'] }, 'oidc.client_secret: the secret A'],
  [
    { at: '/response_headers/add/x.y', with: 'secret', names: ['A', 'B'] },
    'response_headers.add["x.y"]: the secrets A, B',
  ],
  [
    { at: '/oidc/client_secret', with: 'written-secret' },
    'oidc.client_secret: the secret that is in the files',
  ],
  [{ at: '/list/0/key', with: 'live-secret' }, 'list[0].key: the secret that is live there now'],
] as readonly [FilledIn, string][])('places are written as in the changes: %j', (place, text) => {
  const body = {
    list: [{ key: 'x' }],
    oidc: { client_secret: 'x' },
    response_headers: { add: { 'x.y': 'x' } },
  };
  expect(filledInText(place, { body })).toBe(text);
});
