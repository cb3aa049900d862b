import type { Fields, Module } from '../field.ts';
import { enabled } from './enabled.ts';

function headerFields(message: string): Fields {
  return {
    enabled,
    add: {
      type: 'map',
      keyForm: 'header-name',
      form: 'header-value',
      doc: `Headers to add to the ${message}, name to value. A value may hold a $(secret:NAME).`,
      section: '2.9',
    },
    remove: {
      type: 'list',
      as: 'set',
      form: 'header-name',
      doc: `Names of the headers to take out of the ${message}.`,
      section: '2.9',
    },
  };
}

export const requestHeaders: Module = {
  shape: 'RequestHeadersModule',
  writeShape: 'RequestHeadersModule',
  title: 'request headers',
  doc: 'Adds and removes headers of the request before it is sent upstream.',
  section: '2.9',
  note: 'http-headers',
  role: 'transforming',
  fields: headerFields('request before it is sent upstream'),
};

export const responseHeaders: Module = {
  shape: 'ResponseHeadersModule',
  writeShape: 'ResponseHeadersModule',
  title: 'response headers',
  doc: 'Adds and removes headers of the response before it is returned to the client.',
  section: '2.9',
  note: 'http-headers',
  role: 'transforming',
  fields: headerFields('response that is returned to the client'),
};
