import { enabled } from '../common-fields.ts';
import type { Fields, Module } from '../field.ts';

export const backend: Module = {
  shape: 'BackendModule',
  writeShape: 'BackendMutate',
  title: 'backend',
  doc: 'Where the traffic goes.',
  section: '2.7',
  note: 'backends-and-ip-policies',
  role: 'backend',
  fields: {
    enabled,
    backend_id: {
      type: 'string',
      form: 'opaque',
      refersTo: 'backend',
      readAs: 'backend',
      required: true,
      doc: 'The backend that receives the traffic: its id, or a name from `ids` such as `backend/shop`.',
    },
  },
};

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
    },
    rolling_window: {
      type: 'uint32',
      unit: 'seconds',
      doc: 'The length of the window over which errors are counted. In seconds.',
    },
    num_buckets: {
      type: 'uint32',
      unit: 'buckets',
      max: 128,
      doc: 'Into how many buckets the window is divided. At most 128.',
    },
    volume_threshold: {
      type: 'uint32',
      unit: 'requests',
      doc: 'How many requests a window must have seen before the circuit can trip. Useful where traffic is low.',
    },
    error_threshold_percentage: {
      type: 'float64',
      unit: 'fraction',
      min: 0,
      max: 1,
      doc: 'The share of failed requests that trips the circuit: a fraction from 0 to 1.0, not a percentage (0.2 is 20 %).',
    },
  },
};

export const compression: Module = {
  shape: 'CompressionModule',
  writeShape: 'CompressionModule',
  title: 'compression',
  doc: 'Compresses responses.',
  section: '2.7',
  note: 'enabling-modules',
  role: 'transforming',
  fields: { enabled },
};

function headerFields(message: string): Fields {
  return {
    enabled,
    add: {
      type: 'map',
      keyForm: 'header-name',
      form: 'header-value',
      doc: `Headers to add to the ${message}, name to value. A value may hold a $(secret:NAME).`,
    },
    remove: {
      type: 'list',
      as: 'set',
      form: 'header-name',
      doc: `Names of the headers to take out of the ${message}.`,
    },
  };
}

export const requestHeaders: Module = {
  shape: 'RequestHeadersModule',
  writeShape: 'RequestHeadersModule',
  title: 'request headers',
  doc: 'Adds and removes headers of the request before it is sent upstream.',
  section: '2.9',
  note: 'http-headers',
  role: 'transforming',
  fields: headerFields('request before it is sent upstream'),
};

export const responseHeaders: Module = {
  shape: 'ResponseHeadersModule',
  writeShape: 'ResponseHeadersModule',
  title: 'response headers',
  doc: 'Adds and removes headers of the response before it is returned to the client.',
  section: '2.9',
  note: 'http-headers',
  role: 'transforming',
  fields: headerFields('response that is returned to the client'),
};

export const trafficPolicy: Module = {
  shape: 'TrafficPolicyModule',
  writeShape: 'TrafficPolicyModule',
  title: 'traffic policy',
  doc: 'Rules that are run on the traffic.',
  section: '2.7',
  note: 'traffic-policy',
  role: 'transforming',
  fields: {
    enabled,
    value: {
      type: 'string',
      form: 'traffic-policy',
      doc: 'The traffic policy: JSON or YAML text, a `$(file:path)`, or a YAML mapping written right here (it is compiled to its JSON text).',
    },
  },
};

export const websocketTcpConverter: Module = {
  shape: 'WebsocketTCPConverterModule',
  writeShape: 'WebsocketTCPConverterModule',
  title: 'websocket to TCP converter',
  doc: 'Turns a websocket connection into a plain TCP connection to the upstream.',
  section: '2.7',
  note: 'websocket-to-tcp',
  role: 'transforming',
  fields: { enabled },
};
