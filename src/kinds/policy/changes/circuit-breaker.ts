import { enforce } from '../shared-settings.ts';
import type { DurationSetting } from '../setting.ts';
import type { TrafficAction } from '../traffic-action.ts';

const time: DurationSetting = { type: 'duration', min: '1s', max: '2m', default: '10s', code: 2225, doc: '' };

export const circuitBreakerAction: TrafficAction = {
  type: 'circuit-breaker',
  title: 'circuit breaker',
  doc: 'Refuses requests for a while when too many of them fail upstream.',
  source: 'actions/circuit-breaker',
  phases: ['on_http_request'],
  role: 'shapes',
  ends: 'on-refusal',
  effect: 'break-circuit',
  refusal: 503,
  shows: 'nothing',
  settings: {
    error_threshold: {
      type: 'float64',
      unit: 'fraction',
      required: true,
      min: 0,
      max: 1,
      default: 0.5,
      doc: 'The share of failed requests that trips the circuit: a fraction from 0 to 1.',
    },
    volume_threshold: {
      type: 'int64',
      unit: 'requests',
      min: 1,
      max: 2_000_000_000,
      default: 10,
      doc: 'How many requests a window must have before the circuit can trip. 10 by default.',
    },
    window_duration: { ...time, doc: 'The time over which requests are counted: 1s to 2m. 10s by default.' },
    tripped_duration: { ...time, doc: 'How long requests are refused: 1s to 2m. 10s by default.' },
    num_buckets: {
      type: 'int64',
      unit: 'buckets',
      values: [10],
      code: 2219,
      doc: 'Into how many parts the window is divided. Only 10.',
    },
    enforce,
  },
  otherNames: ['circuit_breaker'],
  otherKeys: {
    rolling_window: 'window_duration',
    error_threshold_percentage: 'error_threshold',
    error_percentage: 'error_threshold',
  },
  refusals: [2203, 2215, 2219, 2222, 2225],
};
