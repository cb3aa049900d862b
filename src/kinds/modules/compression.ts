import type { Module } from '../field.ts';
import { enabled } from './enabled.ts';

export const compression: Module = {
  shape: 'CompressionModule',
  writeShape: 'CompressionModule',
  title: 'compression',
  doc: 'Compresses responses.',
  section: '2.7',
  note: 'enabling-modules',
  role: 'transforming',
  fields: { enabled },
};
