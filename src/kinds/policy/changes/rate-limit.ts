import { enforce } from '../shared-settings.ts';
import type { TrafficAction } from '../traffic-action.ts';
import { boolVar, errorVar, stringVar } from '../variable.ts';

export const rateLimitAction: TrafficAction = {
  type: 'rate-limit',
  title: 'rate limit',
  doc: 'Refuses requests above a number within a time. Each ingress server counts on its own.',
  source: 'actions/rate-limit',
  phases: ['on_http_request'],
  role: 'limits',
  ends: 'on-refusal',
  effect: 'count',
  refusal: 429,
  shows: 'nothing',
  settings: {
    name: {
      type: 'string',
      required: 'usual',
      maxLength: 1024,
      stricter: 'any',
      doc: 'A name for the limit.',
    },
    enforce,
    algorithm: {
      type: 'string',
      required: true,
      values: ['sliding_window'],
      doc: 'How requests are counted.',
    },
    capacity: {
      type: 'int64',
      unit: 'requests',
      required: true,
      min: 1,
      max: 2_000_000_000,
      stricter: 'at-most',
      doc: 'How many requests pass within `rate`.',
    },
    rate: {
      type: 'duration',
      required: true,
      min: '60s',
      max: '24h',
      multipleOf: '10s',
      stricter: 'at-least',
      code: 2215,
      doc: 'The time over which requests are counted: 60s to 24h, in steps of 10s.',
    },
    bucket_key: {
      type: 'list',
      required: true,
      min: 1,
      max: 10,
      doc: 'Expressions; requests with the same values are counted together.',
      items: { type: 'string', expressions: 'whole', doc: 'An expression, such as `conn.client_ip`.' },
    },
  },
  results: {
    name: 'rate_limit',
    members: {
      bucket_key: stringVar('The values by which the request was counted.'),
      limited: boolVar('Whether the request was above the limit.'),
      error: errorVar,
    },
  },
  otherNames: ['rate_limit', 'ratelimit'],
  refusals: [2203, 2215, 2218, 2221, 2222, 2223, 2225, 2237],
};
