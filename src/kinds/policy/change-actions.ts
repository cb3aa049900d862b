import { fromSetting, headersSetting, replacements, toSetting } from './shared-settings.ts';
import type { TrafficAction } from './traffic-action.ts';
import { boolVar, errorVar, intVar, listVar, mapVar, stringVar, type VariableMap } from './variable.ts';

/** The results of the actions that replace text in bodies and messages. */
export const bodyReplacements: VariableMap = {
  replacements: listVar(
    {
      members: {
        replacement_index: intVar('The index of the replacement.'),
        matched_content: stringVar('The first text that matched.'),
      },
    },
    'The replacements that found something.',
  ),
};

const algorithms = ['gzip', 'deflate', 'br', 'compress'] as const;

/** Actions that change what passes, or note it. */
export const changeActions: readonly TrafficAction[] = [
  {
    type: 'add-headers',
    title: 'add headers',
    doc: 'Adds headers to the request or, in the response phase, to the response.',
    phases: ['on_http_request', 'on_http_response'],
    role: 'shapes',
    ends: 'never',
    effect: 'append-headers',
    changes: 'headers',
    shows: 'in-responses',
    settings: {
      headers: {
        ...headersSetting('The headers by name, each with its value. At most 10.'),
        required: true,
        min: 1,
        certainty: 'schema',
      },
    },
    rules: [
      {
        rule: 'reserved',
        setting: 'headers',
        names: /^user-agent$/i,
        code: 2219,
        why: 'The service refuses to set it.',
      },
      {
        rule: 'reserved',
        setting: 'headers',
        names: /^\w+-skip-browser-warning$/i,
        certainty: 'assumed',
        why: 'Set here, it has no effect on the browser warning.',
      },
    ],
    results: {
      name: 'add_headers',
      members: { headers_added: mapVar('any', 'The headers that were added.') },
    },
    otherNames: ['request-headers', 'request_headers', 'response-headers', 'response_headers'],
    refusals: [2203, 2208, 2209, 2210, 2211, 2212, 2213, 2219, 2224],
  },
  {
    type: 'remove-headers',
    title: 'remove headers',
    doc: 'Removes headers from the request or, in the response phase, from the response.',
    phases: ['on_http_request', 'on_http_response'],
    role: 'shapes',
    ends: 'never',
    effect: 'drop-headers',
    changes: 'headers',
    shows: 'nothing',
    settings: {
      headers: {
        type: 'list',
        items: { type: 'string', form: 'header-name', code: 2210, doc: 'The name of a header.' },
        required: true,
        min: 1,
        max: 10,
        doc: 'The names of the headers. At most 10.',
      },
    },
    rules: [
      {
        rule: 'reserved',
        setting: 'headers',
        names: /^user-agent$/i,
        code: 2219,
        why: 'The service refuses to remove it.',
      },
    ],
    results: {
      name: 'remove_headers',
      members: { headers_removed: mapVar('any', 'The headers that were removed.') },
    },
    refusals: [2203, 2208, 2210, 2212, 2219],
  },
  {
    type: 'url-rewrite',
    title: 'rewrite the URL',
    doc: 'Changes the URL of the request before it is forwarded; the client does not see it.',
    phases: ['on_http_request'],
    role: 'shapes',
    ends: 'never',
    effect: 'rewrite-url',
    changes: 'url',
    shows: 'nothing',
    settings: {
      from: {
        ...fromSetting,
        doc: 'A regular expression (RE2) for the part of the whole URL to replace. Without it, all of it.',
      },
      to: { ...toSetting, required: true },
    },
    results: {
      name: 'url_rewrite',
      members: {
        matches: listVar('string', 'The groups of the match.'),
        url: stringVar('The new URL.'),
        error: errorVar,
      },
    },
    otherNames: ['rewrite-url', 'rewrite'],
    refusals: [2203, 2223, 2224, 2261],
  },
  {
    type: 'compress-response',
    title: 'compress responses',
    doc: 'Compresses responses for clients that accept one of the algorithms.',
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
  },
  {
    type: 'request-body-find-replace',
    title: 'replace text in requests',
    doc: 'Replaces text in the body of the request.',
    phases: ['on_http_request'],
    role: 'shapes',
    ends: 'never',
    effect: 'replace-in-body',
    shows: 'nothing',
    settings: { replacements: replacements() },
    results: { name: 'request_body_find_replace', members: bodyReplacements },
    refusals: [2203, 2223, 2224, 2261],
  },
  {
    type: 'response-body-find-replace',
    title: 'replace text in responses',
    doc: 'Replaces text in the body of the response.',
    phases: ['on_http_response'],
    role: 'shapes',
    ends: 'never',
    effect: 'replace-in-body',
    settings: { replacements: replacements() },
    results: { name: 'response_body_find_replace', members: bodyReplacements },
    refusals: [2203, 2223, 2224, 2261],
  },
  {
    type: 'sse-find-replace',
    title: 'replace text in event streams',
    doc: 'Replaces text in the messages of a stream of server-sent events.',
    phases: ['on_event_stream_message'],
    role: 'shapes',
    ends: 'never',
    effect: 'replace-in-messages',
    settings: {
      replacements: replacements({
        field: {
          type: 'string',
          values: ['data', 'retry'],
          default: 'data',
          expressions: 'template',
          doc: 'The field of the message. `data` by default.',
        },
      }),
    },
    results: { name: 'sse_find_replace', members: bodyReplacements },
    refusals: [2203, 2222, 2223, 2224, 2261],
  },
  {
    type: 'set-vars',
    title: 'set variables',
    doc: 'Sets variables that later expressions of the same phase read as `vars.<name>`.',
    phases: ['on_tcp_connect', 'on_http_request', 'on_http_response'],
    role: 'shapes',
    ends: 'never',
    effect: 'set-variables',
    changes: 'variables',
    shows: 'nothing',
    settings: {
      vars: {
        type: 'list',
        required: true,
        min: 1,
        code: 2252,
        doc: 'A list of mappings with one name each. A value that is one `${…}` as a whole keeps its type.',
        items: {
          type: 'map',
          keyForm: 'identifier',
          values: { type: 'any', expressions: 'template', doc: 'The value.' },
          min: 1,
          max: 1,
          code: 2252,
          doc: 'One name with its value.',
        },
      },
    },
    otherNames: ['set-variables'],
    otherKeys: { variables: 'vars' },
    refusals: [2203, 2223, 2224, 2250, 2252, 2255],
  },
  {
    type: 'log',
    title: 'log',
    doc: 'Writes data of your own into the log event of the request.',
    phases: ['on_tcp_connect', 'on_http_request', 'on_http_response'],
    role: 'observes',
    ends: 'never',
    effect: 'observe',
    shows: 'nothing',
    settings: {
      metadata: {
        type: 'map',
        required: true,
        values: { type: 'any', expressions: 'template', doc: 'The value.' },
        doc: 'The data, by name.',
      },
    },
    results: { name: 'log', members: { metadata: mapVar('any', 'The data that was written.') } },
    refusals: [2203, 2223, 2224],
  },
];
