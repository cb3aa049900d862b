import { expect, test } from 'vitest';
import { readable } from '../../src/derive/forms/readable.ts';

const policy = `on_http_request:
  - name: office only
    expressions:
      - |-
        conn.client_ip
        in vars.office
    actions:
      - type: deny
        config:
          account: 12345678901234567891
`;

test('a policy in JSON and in YAML comes out as the same lines, its keys as people write them', () => {
  const yaml = `# the office
on_http_request: [{
  actions: [{config: {account: 12345678901234567891}, type: deny}], # deny
  "expressions": ["conn.client_ip\\nin vars.office"],
  name: office only}]`;
  const json =
    '{"on_http_request":[{"expressions":["conn.client_ip\\nin vars.office"],"name":"office only","actions":[{"type":"deny","config":{"account":12345678901234567891}}]}]}';
  expect(readable(yaml)).toBe(policy);
  expect(readable(json, 'traffic-policy')).toBe(policy);
  expect(readable(policy)).toBe(policy);
});

test('XML comes out an element a line, whatever its spaces, quotes, comments and the order of attributes', () => {
  const xml = `<?xml version="1.0"?>
<md:EntityDescriptor xmlns:md="m" entityID='a "b"'><!-- by hand --><md:KeyDescriptor use="signing" >
   <X509Certificate>
     MIIC
     AB==
   </X509Certificate></md:KeyDescriptor><md:Extensions></md:Extensions><md:NameIDFormat><![CDATA[a&b]]></md:NameIDFormat></md:EntityDescriptor>`;
  const lines = `<md:EntityDescriptor entityID="a &quot;b&quot;" xmlns:md="m">
  <md:KeyDescriptor use="signing">
    <X509Certificate>MIICAB==</X509Certificate>
  </md:KeyDescriptor>
  <md:Extensions/>
  <md:NameIDFormat>a&amp;b</md:NameIDFormat>
</md:EntityDescriptor>
`;
  expect(readable(xml)).toBe(lines);
  expect(readable(lines, 'saml-metadata')).toBe(lines);
});

test('what a signature covers keeps its spaces', () => {
  const signed = "<E  b='1'>\n  <ds:Signature/>\n</E>";
  expect(readable(signed)).toBe('<E b="1">\n  <ds:Signature/>\n</E>\n');
  expect(readable(signed.replace('\n  ', ''))).not.toBe(readable(signed));
});

test.each([
  ['prose with a colon', 'Note: this\nand that'],
  ['prose in angle brackets', '<see the wiki>'],
  ['a broken policy', 'on_http_request: [', 'traffic-policy'],
  ['metadata with a document type', '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>', 'saml-metadata'],
] as const)('%s stays as it is', (_, text, form?: 'traffic-policy' | 'saml-metadata') => {
  expect(readable(text, form)).toBe(`${text}\n`);
  expect(readable('')).toBe('');
});
