import { headersSetting, onError } from '../shared-settings.ts';
import type { TrafficAction } from '../traffic-action.ts';
import { anyVar, errorVar, intVar, listVar, mapVar, objectVar, stringVar } from '../variable.ts';

const headersOf = { list: 'string' } as const;

export const httpRequestAction: TrafficAction = {
  type: 'http-request',
  title: 'HTTP request',
  doc: 'Sends a request of its own, whose response later expressions can read.',
  source: 'actions/http-request',
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
        header: anyVar('Its headers.'),
        url: stringVar('Its URL.'),
        body: stringVar('Its body.'),
      }),
      res: objectVar('The response.', {
        resolved_ip: stringVar('The address that answered.'),
        header: anyVar('Its headers.'),
        status_code: intVar('Its status.'),
        time_ms: stringVar('How long it took, in milliseconds, as a string.'),
        body: anyVar('Its body.'),
      }),
    },
  },
  refusals: [2203, 2208, 2209, 2210, 2211, 2212, 2215, 2222, 2224, 2225, 2226, 2244, 2245, 2246],
};
