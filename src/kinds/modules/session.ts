import type { BooleanField, NumberField, TextField } from '../field.ts';

/** Fields shared by the modules that keep a login session. */
export const sessionFields: {
  readonly options_passthrough: BooleanField;
  readonly cookie_prefix: TextField;
  readonly inactivity_timeout: NumberField;
  readonly maximum_duration: NumberField;
} = {
  options_passthrough: {
    type: 'boolean',
    doc: 'When true, HTTP OPTIONS requests pass without a login, which CORS needs.',
    section: '2.9',
  },
  cookie_prefix: {
    type: 'string',
    form: 'cookie-prefix',
    doc: 'The prefix of the name of the session cookie. The service has a default that ends in a dot.',
    section: '2.9',
  },
  inactivity_timeout: {
    type: 'uint32',
    unit: 'seconds',
    doc: 'After how much inactivity the user must log in again. In seconds.',
    section: '2.9',
  },
  maximum_duration: {
    type: 'uint32',
    unit: 'seconds',
    doc: 'After how much time in all the user must log in again. In seconds.',
    section: '2.9',
  },
};
