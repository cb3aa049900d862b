import type { BooleanField, NumberField, ReferenceTarget, RefField, TextField } from './field.ts';

/** The field that every module has. */
export const enabled: BooleanField = {
  type: 'boolean',
  doc: 'Whether the module is applied to traffic. True when left out; false disables the module and keeps its configuration.',
  section: '2.6',
  seen: true,
};

/** Shorthands for fields that the API returns but does not accept. */
export const readOnlyText = (section: string, doc: string, readValues?: readonly string[]): TextField => ({
  type: 'string',
  form: 'opaque',
  readOnly: true,
  doc,
  section,
  ...(readValues === undefined ? {} : { readValues }),
});

export const readOnlyTime = (section: string, doc: string): TextField => ({
  type: 'string',
  form: 'timestamp',
  readOnly: true,
  doc,
  section,
});

export const readOnlyUri = (section: string, doc: string): TextField => ({
  type: 'string',
  form: 'uri',
  readOnly: true,
  doc,
  section,
});

export const readOnlyRef = (section: string, refersTo: ReferenceTarget, doc: string): RefField => ({
  type: 'ref',
  refersTo,
  readOnly: true,
  doc,
  section,
});

export const readOnlyPort = (section: string, doc: string): NumberField => ({
  type: 'int64',
  unit: 'port',
  readOnly: true,
  doc,
  section,
});
