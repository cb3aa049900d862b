import type { Module } from '../field.ts';
import { enabled } from './enabled.ts';

export const trafficPolicy: Module = {
  shape: 'TrafficPolicyModule',
  writeShape: 'TrafficPolicyModule',
  title: 'traffic policy',
  doc: 'Rules that are run on the traffic.',
  section: '2.7',
  note: 'traffic-policy',
  role: 'transforming',
  fields: {
    enabled,
    value: {
      type: 'string',
      form: 'traffic-policy',
      doc: 'The traffic policy: JSON or YAML text, a `$(file:path)`, or a YAML mapping written right here (it is compiled to its JSON text).',
      section: '2.7',
    },
  },
};
