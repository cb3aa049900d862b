import type { TrafficAction } from '../traffic-action.ts';
import { boolVar, stringVar } from '../variable.ts';

const algorithms = ['gzip', 'deflate', 'br', 'compress'] as const;

export const compressResponseAction: TrafficAction = {
  type: 'compress-response',
  title: 'compress responses',
  doc: 'Compresses responses for clients that accept one of the algorithms.',
  source: 'actions/compress-response',
  phases: ['on_http_response'],
  role: 'shapes',
  ends: 'never',
  effect: 'compress',
  shows: 'nothing',
  settings: {
    algorithms: {
      type: 'list',
      items: { type: 'string', values: algorithms, code: 2214, doc: 'An algorithm.' },
      isUnique: true,
      default: algorithms,
      doc: 'The algorithms to choose from. All by default.',
    },
  },
  results: {
    name: 'compress',
    members: {
      already_compressed: boolVar('Whether the upstream had compressed it.'),
      negotiated_algorithm: stringVar('The algorithm in use.'),
    },
  },
  otherNames: ['compress', 'compression'],
  refusals: [2203, 2214, 2231],
};
