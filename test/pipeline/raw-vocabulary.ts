import type { Vocabulary } from '../arbitraries/values.ts';

/** What a spec in the API's own write form refers to: ids; its secrets are texts like any other. */
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
