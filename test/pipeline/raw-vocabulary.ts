import type { Vocabulary } from '../arbitraries/values.ts';

/** The vocabulary of specs in the API's own write form: references are ids, secrets are plain strings. */
export const rawVocabulary: Vocabulary = {
  ids: {
    'https-edge': ['edghts_outside'],
    backend: ['bkdhr_outside1', 'bkdhr_outside2'],
    'ip-policy': ['ipp_outside1', 'ipp_outside2'],
    'certificate-authority': ['ca_outside1', 'ca_outside2'],
  },
  secrets: ['OUTSIDE_ONE', 'OUTSIDE_TWO'],
  policies: 'text',
};
