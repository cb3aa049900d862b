/**
 * A help that is nothing but one text to write has an edit that writes it, in the editor and with `--fix --unsafe`: in
 * the cases of all rules.
 */
import { expect, test } from 'vitest';
import { rules } from '../../src/lint/rules.ts';
import { casesOf, ownFindings } from './rule-cases.ts';

/** Those without one yet, and why. The list only gets shorter. */
const withoutEdit: Readonly<Record<string, string>> = {
  'adopt-owner-unknown': 'the place is the key of the adoption',
  'no-plaintext-secret': 'a diff of the edit would show the secret',
  'oidc-client-required': 'the secret has no name yet',
  'policy-expression': 'the string around it may be in quotes of the same kind',
  'saml-idp-metadata-root': 'the attribute goes into a tag that may span lines',
  'suppression-without-reason': 'a person gives the reason',
  'traffic-policy-no-effect': 'a condition that never holds would hold, and let requests in',
  'traffic-policy-parse': 'the text is inside a string of a module that is off',
  'traffic-policy-placeholder': 'the secret has no name yet',
  'traffic-policy-secret-literal': 'a diff of the edit would show the secret',
  'traffic-policy-shape': 'the key is written with escapes',
  'yaml-syntax': 'a full-width colon in a document that cannot be read further',
  'yaml-unknown-tag': 'the string goes on behind the tag',
};

test('each help that is one text to write has an edit', () => {
  const bare = rules.filter((rule) =>
    (casesOf(rule.id)?.invalid ?? [])
      .flatMap((one) => ownFindings(rule, rules, one))
      .some(({ help, fix }) => fix === undefined && /^write `[^`…]+`$/.test(help ?? '')),
  );
  expect(bare.map(({ id }) => id).sort()).toEqual(Object.keys(withoutEdit));
});
