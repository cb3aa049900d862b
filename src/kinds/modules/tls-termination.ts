import type { Module } from '../field.ts';
import { enabled } from './enabled.ts';

export const tlsTermination: Module = {
  shape: 'TLSTerminationModule',
  writeShape: 'TLSTerminationModule',
  title: 'TLS termination',
  doc: 'Who ends the TLS connection: the service or the upstream.',
  section: '2.9',
  note: 'tls-termination',
  role: 'transforming',
  fields: {
    enabled,
    terminate_at: {
      type: 'string',
      form: 'opaque',
      values: ['edge', 'upstream'],
      seen: 'edge',
      doc: 'Who terminates TLS: `edge` (the service) or `upstream` (TLS is passed through). Most other modules need `edge`, because they must see the traffic.',
      section: '2.9',
    },
    min_version: {
      type: 'string',
      form: 'opaque',
      knownValues: ['1.0', '1.1', '1.2', '1.3'],
      takesOnlyKnown: true,
      nullable: true,
      doc: 'The lowest TLS version that the handshake offers, in quotes, such as "1.2". The service picks a default when left out; it must be null or absent when `terminate_at` is `upstream`.',
      section: '2.9',
    },
  },
};
