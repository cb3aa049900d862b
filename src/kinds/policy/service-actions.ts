import type { DurationSetting } from './setting.ts';
import { enforce, headersSetting, onError } from './shared-settings.ts';
import type { TrafficAction } from './traffic-action.ts';
import { boolVar, errorVar, intVar, listVar, mapVar, objectVar, stringVar } from './variable.ts';

const time: DurationSetting = { type: 'duration', min: '1s', max: '2m', default: '10s', code: 2225, doc: '' };

const headersOf = { list: 'string' } as const;

/** Actions that count, limit or call a service. */
export const serviceActions: readonly TrafficAction[] = [
  {
    type: 'circuit-breaker',
    title: 'circuit breaker',
    doc: 'Refuses requests for a while when too many of them fail upstream.',
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
      window_duration: {
        ...time,
        doc: 'The time over which requests are counted: 1s to 2m. 10s by default.',
      },
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
  },
  {
    type: 'rate-limit',
    title: 'rate limit',
    doc: 'Refuses requests above a number within a time. Each ingress server counts on its own.',
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
  },
  {
    type: 'http-request',
    title: 'HTTP request',
    doc: 'Sends a request of its own, whose response later expressions can read.',
    phases: ['on_http_request', 'on_http_response'],
    role: 'calls',
    ends: 'on-error',
    effect: 'call',
    changes: 'results',
    shows: 'nothing',
    settings: {
      url: {
        type: 'string',
        form: 'url',
        required: true,
        expressions: 'template',
        schemes: ['http', 'https'],
        doc: 'The URL to call. Hosts that do not end in `.internal` must be enabled for the account.',
      },
      method: {
        type: 'string',
        values: ['GET', 'PUT', 'POST', 'PATCH', 'DELETE', 'OPTIONS'],
        default: 'GET',
        doc: 'The method. `GET` by default.',
      },
      query_params: {
        type: 'list',
        max: 32,
        code: 2244,
        doc: 'Parameters that are added to the URL. At most 32.',
        items: {
          type: 'object',
          doc: 'One parameter.',
          fields: {
            key: { type: 'string', required: true, maxLength: 128, code: 2245, doc: 'Its name.' },
            value: {
              type: 'string',
              required: true,
              maxLength: 8192,
              code: 2246,
              expressions: 'template',
              doc: 'Its value.',
            },
          },
        },
      },
      headers: headersSetting('The headers of the request. At most 10.'),
      body: { type: 'string', expressions: 'template', doc: 'The body of the request.' },
      max_redirects: {
        type: 'int64',
        unit: 'requests',
        min: 0,
        max: 100,
        default: 10,
        doc: 'How many redirects are followed. 10 by default.',
      },
      timeout: {
        type: 'duration',
        min: '1s',
        max: '30s',
        default: '3s',
        doc: 'How long to wait for the response, from 1s to 30s. 3s by default.',
      },
      retry_condition: {
        type: 'string',
        expressions: 'whole',
        default: 'false',
        doc: 'An expression over `attempts` and `last_attempt`; while it is true, the request is sent again, three times at most.',
      },
      on_error: onError('continue'),
    },
    rules: [
      {
        rule: 'excludes',
        when: { setting: 'method', is: ['GET', 'DELETE', 'OPTIONS'] },
        without: ['body'],
        certainty: 'assumed',
        why: 'A body is sent with `POST`, `PUT` and `PATCH` only.',
      },
    ],
    results: {
      name: 'http_request',
      members: {
        error: errorVar,
        attempts: listVar(
          {
            members: {
              resolved_ip: stringVar('The address that was called.'),
              response_header: mapVar(headersOf, 'The headers of the response.'),
              response_status_code: intVar('The status of the response.'),
              response_time_ms: stringVar('How long it took, in milliseconds, as a string.'),
            },
          },
          'All attempts.',
        ),
        req: objectVar('The request that was sent.', {
          method: stringVar('Its method.'),
          header: mapVar('any', 'Its headers.'),
          url: stringVar('Its URL.'),
          body: stringVar('Its body.'),
        }),
        res: objectVar('The response.', {
          resolved_ip: stringVar('The address that answered.'),
          header: mapVar('any', 'Its headers.'),
          status_code: intVar('Its status.'),
          time_ms: stringVar('How long it took, in milliseconds, as a string.'),
          body: stringVar('Its body, as a string: `json.decode` reads JSON.'),
        }),
      },
    },
    refusals: [2203, 2208, 2209, 2210, 2211, 2212, 2215, 2222, 2224, 2225, 2226, 2244, 2245, 2246],
  },
];
