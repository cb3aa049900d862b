import type { BooleanField } from '../field.ts';

/** The field that every module has. */
export const enabled: BooleanField = {
  type: 'boolean',
  doc: 'Whether the module is applied to traffic. True when left out; false disables the module and keeps its configuration.',
  section: '2.6',
  seen: true,
};
