import type { Module } from '../field.ts';
import { enabled } from './enabled.ts';

export const circuitBreaker: Module = {
  shape: 'CircuitBreakerModule',
  writeShape: 'CircuitBreakerModule',
  title: 'circuit breaker',
  doc: 'When to stop sending requests to an upstream that fails.',
  section: '2.9',
  note: 'circuit-breaker',
  role: 'transforming',
  fields: {
    enabled,
    tripped_duration: {
      type: 'uint32',
      unit: 'seconds',
      doc: 'How long the circuit stays open after it tripped, before the upstream is tried again. In seconds.',
      section: '2.9',
    },
    rolling_window: {
      type: 'uint32',
      unit: 'seconds',
      doc: 'The length of the window over which errors are counted. In seconds.',
      section: '2.9',
    },
    num_buckets: {
      type: 'uint32',
      unit: 'buckets',
      max: 128,
      doc: 'Into how many buckets the window is divided. At most 128.',
      section: '2.9',
    },
    volume_threshold: {
      type: 'uint32',
      unit: 'requests',
      doc: 'How many requests a window must have seen before the circuit can trip. Useful where traffic is low.',
      section: '2.9',
    },
    error_threshold_percentage: {
      type: 'float64',
      unit: 'fraction',
      min: 0,
      max: 1,
      doc: 'The share of failed requests that trips the circuit: a fraction from 0 to 1.0, not a percentage (0.2 is 20 %).',
      section: '2.9',
    },
  },
};
