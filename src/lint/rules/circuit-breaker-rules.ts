import { activeModule } from '../../derive/module-state.ts';
import { always, recommended, reportedRules, resourceRules, strictOnly } from '../rule-group.ts';
import { isWritten } from '../domain/specs/written.ts';
import { inWords, meantSeconds } from '../domain/values/session-durations.ts';
import { onRoute } from '../rule-examples.ts';
import type { ResourceRule, Rule } from '../rule.ts';
import type { Spec } from '../../model/value.ts';

const windowPlace = { path: ['circuit_breaker', 'rolling_window'], label: 'the window, in seconds' };

export const circuitBreakerRules: readonly Rule[] = [
  ...resourceRules(
    {
      group: 'circuit-breaker',
      source: 'circuit-breaker',
      kinds: ['https-route'],
      fields: ['circuit_breaker'],
    },
    {
      'cb-buckets-exceed-window': {
        severity: recommended('warn'),
        summary: 'There are more buckets than seconds in the rolling window.',
        why: 'The window is counted in whole seconds, so buckets shorter than a second are nearly always empty and the error rate jumps.',
        bad: set('rolling_window: 10, num_buckets: 60'),
        good: set('rolling_window: 60, num_buckets: 60'),
        check({ spec }, report) {
          const [buckets, window] = sizes(spec);
          if (window === 0 || buckets > 128 || buckets <= window) return;
          report({
            at: { path: ['circuit_breaker', 'num_buckets'] },
            message: `\`num_buckets\` is ${buckets}, more than the ${window} seconds of \`rolling_window\``,
            related: [windowPlace],
          });
        },
      },
      'cb-error-threshold-extreme': {
        severity: recommended('warn'),
        summary: 'The error threshold of a circuit breaker is 0 or 1.',
        why: 'At 0 a single failed request cuts off the upstream; at 1 only a total failure does.',
        bad: set('error_threshold_percentage: 0'),
        good: set('error_threshold_percentage: 0.2'),
        check({ spec }, report) {
          const threshold = activeModule(spec, 'circuit_breaker')?.['error_threshold_percentage'];
          if (threshold !== 0 && threshold !== 1) return;
          const effect =
            threshold === 0 ? 'any error trips the circuit' : 'only a total failure trips the circuit';
          report({
            at: { path: ['circuit_breaker', 'error_threshold_percentage'] },
            message: `\`error_threshold_percentage\` is ${threshold}: ${effect}`,
          });
        },
      },
      'cb-num-buckets-zero': zero(
        'num_buckets',
        'Metrics are kept in buckets; without one the breaker has nothing to measure and never trips as intended.',
        'there is nowhere to count in',
        10,
      ),
      'cb-rolling-window-zero': zero(
        'rolling_window',
        'Metrics are kept for the length of the window; a window of 0 seconds keeps none, so the breaker cannot work.',
        'nothing is ever counted',
        60,
      ),
      'cb-tripped-duration-long': {
        severity: strictOnly('info'),
        summary: 'A tripped circuit stays open for more than an hour.',
        why: 'No request reaches the upstream while the circuit is open, so every trip is an outage of that length even if the upstream recovers at once.',
        options: { max_seconds: 3600 },
        bad: set('tripped_duration: 5400'),
        good: set('tripped_duration: 30'),
        check({ spec }, report, { options }) {
          const seconds = activeModule(spec, 'circuit_breaker')?.['tripped_duration'];
          const limit = options['max_seconds'];
          if (typeof seconds !== 'number' || typeof limit !== 'number' || seconds <= limit) return;
          // `duration-milliseconds` reports it.
          if (meantSeconds(seconds, limit) !== undefined) return;
          report({
            at: { path: ['circuit_breaker', 'tripped_duration'] },
            message: `\`tripped_duration\` is ${inWords(seconds)}: each trip is an outage of that length`,
            help: 'durations are in seconds; the option `max_seconds` sets the limit',
          });
        },
      },
      'cb-tripped-duration-zero': zero(
        'tripped_duration',
        'At 0 the tripped circuit is tried again at once, so the failing upstream gets no time to recover.',
        'the circuit closes as soon as it opens',
        30,
      ),
      'cb-volume-threshold-missing': {
        severity: recommended('info'),
        summary: 'A circuit breaker has no volume threshold.',
        why: 'Without `volume_threshold`, the first failed request of a quiet night can trip the circuit.',
        bad: onRoute('circuit_breaker: { tripped_duration: 30, error_threshold_percentage: 0.2 }'),
        good: onRoute(
          'circuit_breaker: { tripped_duration: 30, volume_threshold: 20, error_threshold_percentage: 0.2 }',
        ),
        check(subject, report, context) {
          const breaker = activeModule(subject.spec, 'circuit_breaker');
          if (breaker === undefined) return;
          const path = ['circuit_breaker', 'volume_threshold'];
          if (breaker['volume_threshold'] === 0) {
            report({
              at: { path },
              message: '`volume_threshold` is 0: the first failing requests trip the circuit',
            });
          } else if (breaker['volume_threshold'] === undefined && !isWritten(subject, path, context)) {
            report({
              at: { path: ['circuit_breaker'], on: 'key' },
              message: '`circuit_breaker` has no `volume_threshold`: the first failing requests may trip it',
              help: 'set `volume_threshold` to the number of requests that make an error rate meaningful',
            });
          }
        },
      },
      'cb-window-not-divisible': {
        severity: strictOnly('info'),
        summary: 'The rolling window does not divide evenly into its buckets.',
        why: 'How the service rounds uneven buckets is not documented, so the window may be shorter or longer than configured.',
        bad: set('rolling_window: 60, num_buckets: 7'),
        good: set('rolling_window: 60, num_buckets: 10'),
        check({ spec }, report) {
          const [buckets, window] = sizes(spec);
          if (buckets <= 0 || buckets > window || window % buckets === 0) return;
          report({
            at: { path: ['circuit_breaker', 'num_buckets'] },
            message: `${window} seconds do not divide evenly into ${buckets} buckets`,
            related: [windowPlace],
          });
        },
      },
    },
  ),
  ...reportedRules(
    { group: 'circuit-breaker', source: 'circuit-breaker', by: 'shape' },
    {
      'cb-error-threshold-range': {
        severity: always('error'),
        isMust: true,
        summary: 'The error threshold of a circuit breaker is not a fraction from 0 to 1.',
        why: 'Despite its name, `error_threshold_percentage` is a fraction, and the API rejects anything outside 0 to 1.0.',
        fix: 'unsafe',
        bad: onRoute(
          'circuit_breaker: { tripped_duration: 30, volume_threshold: 20, error_threshold_percentage: 20 }',
        ),
        good: onRoute(
          'circuit_breaker: { tripped_duration: 30, volume_threshold: 20, error_threshold_percentage: 0.2 }',
        ),
      },
      'cb-num-buckets-max': {
        severity: always('error'),
        isMust: true,
        summary: 'A circuit breaker has more than 128 buckets.',
        why: 'The API keeps metrics in at most 128 buckets and rejects more.',
        fix: 'unsafe',
        bad: set('rolling_window: 600, num_buckets: 600'),
        good: set('rolling_window: 600, num_buckets: 120'),
      },
    },
  ),
];

function set(fields: string): string {
  return onRoute(`circuit_breaker: { volume_threshold: 20, ${fields} }`);
}

/** A number that the API takes as 0, and with which the breaker cannot work. */
function zero(
  name: string,
  why: string,
  effect: string,
  good: number,
): Pick<ResourceRule, 'severity' | 'summary' | 'why' | 'bad' | 'good' | 'check'> {
  return {
    severity: recommended('warn'),
    summary: `\`${name}\` of a circuit breaker is zero.`,
    why,
    bad: set(`${name}: 0`),
    good: set(`${name}: ${good}`),
    check({ spec }, report) {
      if (activeModule(spec, 'circuit_breaker')?.[name] !== 0) return;
      report({ at: { path: ['circuit_breaker', name] }, message: `\`${name}\` is 0: ${effect}` });
    },
  };
}

/** Zeros if one of the two is not given. */
function sizes(spec: Spec): readonly [buckets: number, window: number] {
  const { num_buckets: buckets, rolling_window: window } = activeModule(spec, 'circuit_breaker') ?? {};
  return typeof buckets === 'number' && typeof window === 'number' ? [buckets, window] : [0, 0];
}
