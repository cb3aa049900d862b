import type { Module } from '../field.ts';
import { enabled } from './enabled.ts';

export const ipRestriction: Module = {
  shape: 'IPPolicyModule',
  writeShape: 'IPPolicyMutate',
  title: 'IP restriction',
  doc: 'Which source addresses may pass.',
  section: '2.7',
  note: 'backends-and-ip-policies',
  role: 'protecting',
  fields: {
    enabled,
    ip_policy_ids: {
      type: 'list',
      as: 'set',
      form: 'opaque',
      refersTo: 'ip-policy',
      readAs: 'ip_policies',
      doc: 'The IP policies that decide whether a source address is allowed: ids, or names from `ids` such as `ip-policy/office`.',
      section: '2.8',
    },
  },
};
