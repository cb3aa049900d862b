import type { BooleanField, NumberField, RefField, TextField } from './field.ts';
import type { ReferenceTarget } from './references.ts';

/** The field that every module has. */
export const enabled: BooleanField = {
  type: 'boolean',
  doc: 'Whether the module is applied to traffic. True when left out; false disables the module and keeps its configuration.',
  seen: true,
};

/** Shorthands for fields that the API returns but does not accept. */
export const readOnlyText = (doc: string, readValues?: readonly string[]): TextField => ({
  type: 'string',
  form: 'opaque',
  readOnly: true,
  doc,
  ...(readValues === undefined ? {} : { readValues }),
});

export const readOnlyTime = (doc: string): TextField => ({
  type: 'string',
  form: 'timestamp',
  readOnly: true,
  doc,
});

export const readOnlyUri = (doc: string): TextField => ({
  type: 'string',
  form: 'uri',
  readOnly: true,
  doc,
});

export const readOnlyRef = (refersTo: ReferenceTarget, doc: string): RefField => ({
  type: 'ref',
  refersTo,
  readOnly: true,
  doc,
});

export const readOnlyPort = (doc: string): NumberField => ({
  type: 'int64',
  unit: 'port',
  readOnly: true,
  doc,
});
