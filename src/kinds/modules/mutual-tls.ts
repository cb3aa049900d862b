import type { Module } from '../field.ts';
import { enabled } from './enabled.ts';

export const mutualTls: Module = {
  shape: 'MutualTLSModule',
  writeShape: 'MutualTLS',
  title: 'mutual TLS',
  doc: 'Which certificate authorities a client certificate must come from.',
  section: '2.7',
  note: 'mutual-tls',
  role: 'protecting',
  fields: {
    enabled,
    certificate_authority_ids: {
      type: 'list',
      as: 'set',
      form: 'opaque',
      refersTo: 'certificate-authority',
      readAs: 'certificate_authorities',
      doc: 'The certificate authorities that a client certificate is validated against: ids, or names from `ids` such as `certificate-authority/corp`.',
      section: '2.8',
    },
  },
};
