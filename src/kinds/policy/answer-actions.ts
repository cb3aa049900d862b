import type { BooleanSetting, ListSetting, NumberSetting, Setting, TextSetting } from './setting.ts';
import { fromSetting, headersSetting, onError, toSetting } from './shared-settings.ts';
import type { TrafficAction } from './traffic-action.ts';
import { anyVar, errorVar, intVar, listVar, stringVar } from './variable.ts';

const respond = { instead: 'a response with a body is a `custom-response`' } as const;

const word = (doc: string, required?: true): TextSetting => ({
  type: 'string',
  doc,
  ...(required === undefined ? {} : { required }),
});
const words = (doc: string): ListSetting => ({ type: 'list', items: word('One of them.'), doc });
const flag = (doc: string): BooleanSetting => ({ type: 'boolean', default: false, doc });
const tokens = (doc: string): NumberSetting => ({
  type: 'int64',
  unit: 'tokens',
  min: 0,
  max: 500_000,
  doc,
});
const free: Setting = { type: 'map', values: { type: 'any', doc: 'Any value.' }, doc: 'Notes of your own.' };
const strategy = (doc: string): Setting => ({
  type: 'object',
  doc,
  fields: {
    strategy: {
      type: 'list',
      doc: 'Expressions; the first one that gives something decides.',
      items: { type: 'any', doc: 'An expression.' },
    },
  },
});

/** Actions that end a request with a response of their own, or send it elsewhere. */
export const answerActions: readonly TrafficAction[] = [
  {
    type: 'close-connection',
    title: 'close the connection',
    doc: 'Drops the connection without a response.',
    phases: ['on_tcp_connect', 'on_http_request'],
    role: 'terminates',
    ends: 'always',
    effect: 'close',
    refuses: 'always',
    onlyRefuses: true,
    shows: 'nothing',
    settings: {},
    refusals: [2203],
  },
  {
    type: 'custom-response',
    title: 'custom response',
    doc: 'Answers the request with a response of your own; the phase ends.',
    phases: ['on_http_request', 'on_http_response'],
    role: 'terminates',
    ends: 'always',
    effect: 'respond',
    refuses: 'by-status',
    settings: {
      status_code: {
        type: 'int64',
        unit: 'status',
        min: 100,
        max: 599,
        default: 200,
        code: 2222,
        doc: 'The status of the response. 200 by default.',
      },
      body: { type: 'string', expressions: 'template', doc: 'The body of the response.' },
      content: {
        type: 'string',
        expressions: 'template',
        deprecated: 'body',
        doc: 'The former name of `body`.',
      },
      headers: headersSetting('The headers of the response. At most 10.'),
    },
    rules: [
      {
        rule: 'excludes',
        when: { setting: 'body' },
        without: ['content'],
        certainty: 'assumed',
        why: 'Only one of them is the body.',
      },
      {
        rule: 'excludes',
        when: { setting: 'status_code', is: [204, 304] },
        without: ['body', 'content'],
        certainty: 'assumed',
        code: 3604,
        why: 'A response with this status has no body.',
      },
    ],
    otherNames: ['respond', 'custom_response'],
    otherKeys: {
      status: 'status_code',
      content_type: { instead: 'write the header `content-type` in `headers`' },
    },
    refusals: [2203, 2208, 2209, 2210, 2211, 2212, 2222, 2224],
  },
  {
    type: 'deny',
    title: 'deny',
    doc: 'Refuses the request with a status and no body, or closes the connection.',
    phases: ['on_tcp_connect', 'on_http_request'],
    role: 'terminates',
    ends: 'always',
    effect: 'refuse',
    refuses: 'always',
    onlyRefuses: true,
    refusal: 403,
    settings: {
      status_code: {
        type: 'int64',
        unit: 'status',
        min: 100,
        max: 599,
        usual: { min: 400, max: 599 },
        default: 403,
        code: 2222,
        phases: ['on_http_request'],
        stricter: 'any',
        doc: 'The status of the response, from 400 to 599. 403 by default.',
      },
    },
    otherNames: ['block', 'reject'],
    otherKeys: { status: 'status_code', body: respond, content: respond },
    refusals: [2203, 2222],
  },
  {
    type: 'redirect',
    title: 'redirect',
    doc: 'Sends the client to another URL. Nothing is sent if the URL stays the same.',
    phases: ['on_http_request'],
    role: 'terminates',
    ends: 'when-url-changes',
    effect: 'redirect',
    refuses: 'elsewhere',
    settings: {
      from: {
        ...fromSetting,
        doc: 'A regular expression (RE2) for the part of the whole URL to replace. Without it, all of it.',
      },
      to: { ...toSetting, required: true },
      status_code: {
        type: 'int64',
        unit: 'status',
        values: [301, 302, 303, 307, 308],
        default: 302,
        doc: 'The status of the redirect. 302 by default.',
      },
      headers: headersSetting('Further headers of the response. At most 10.'),
    },
    results: {
      name: 'redirect',
      members: {
        matches: listVar('string', 'The groups of the match.'),
        url: stringVar('The new URL.'),
        error: errorVar,
      },
    },
    otherKeys: { location: 'to', url: 'to', code: 'status_code' },
    refusals: [2203, 2208, 2209, 2210, 2211, 2212, 2222, 2223, 2224, 2261],
  },
  {
    type: 'forward-internal',
    title: 'forward to an internal endpoint',
    doc: 'Hands the request to an internal endpoint, whose own traffic policy runs, too.',
    phases: ['on_tcp_connect', 'on_http_request'],
    role: 'terminates',
    ends: 'unless-continue',
    effect: 'forward',
    target: 'url',
    shows: 'nothing',
    settings: {
      url: {
        type: 'string',
        form: 'url',
        required: true,
        expressions: 'template',
        schemes: ['http', 'https', 'tls', 'tcp'],
        hostEnd: '.internal',
        doc: 'The URL of the internal endpoint; its host ends in `.internal`, and `tcp://` needs a port.',
      },
      on_error: onError('halt'),
      binding: {
        type: 'string',
        values: ['internal'],
        deprecated: '',
        doc: 'No longer needed: the target is always an internal endpoint.',
      },
    },
    results: {
      name: 'forward_internal',
      members: { url: stringVar('The URL that could not be reached.'), error: errorVar },
    },
    otherNames: ['forward'],
    otherKeys: { uri: 'url', to: 'url', target: 'url', endpoint: 'url' },
    refusals: [2203, 2223, 2224, 2226, 2240],
  },
  {
    type: 'ai-gateway',
    title: 'AI gateway',
    doc: 'Forwards requests to providers of language models. Moved to a product of its own.',
    status: 'deprecated',
    phases: ['on_http_request'],
    protocols: ['http', 'https'],
    role: 'terminates',
    ends: 'unless-continue',
    effect: 'ask-model',
    oneOf: { group: 'ai-gateway', code: 2266 },
    shows: 'nothing',
    settings: {
      max_input_tokens: tokens('The most tokens of a request.'),
      max_output_tokens: tokens('The most tokens of a response.'),
      headers: headersSetting('Headers that are added to requests.'),
      query_params: {
        type: 'map',
        values: { type: 'string', expressions: 'template', doc: 'The value.' },
        doc: 'Parameters that are added to URLs.',
      },
      body: {
        type: 'map',
        values: { type: 'any', expressions: 'template', doc: 'The value.' },
        doc: 'Fields that are set in bodies.',
      },
      on_error: onError('halt'),
      total_timeout: { type: 'duration', default: '5m', doc: 'The most time for all attempts.' },
      per_request_timeout: { type: 'duration', default: '30s', doc: 'The most time for one attempt.' },
      only_allow_configured_providers: flag('Whether other providers are refused.'),
      only_allow_configured_models: flag('Whether other models are refused.'),
      model_selection: strategy('How a model is chosen.'),
      api_key_selection: strategy('How a key is chosen.'),
      providers: {
        type: 'list',
        doc: 'The providers of models.',
        items: {
          type: 'object',
          doc: 'One provider.',
          fields: {
            id: word('Its id.', true),
            id_aliases: words('Other names of it.'),
            base_url: { type: 'string', form: 'url', doc: 'Its URL.' },
            display_name: word('Its name for people.'),
            description: word('Its description.'),
            website: word('Its website.'),
            disabled: flag('Whether it is not used.'),
            metadata: free,
            api_keys: {
              type: 'list',
              code: 2267,
              doc: 'The keys for it.',
              items: {
                type: 'object',
                doc: 'One key.',
                fields: {
                  value: { ...word('The key.', true), expressions: 'template', secret: true },
                },
              },
            },
            models: {
              type: 'list',
              doc: 'Its models.',
              items: {
                type: 'object',
                doc: 'One model.',
                fields: {
                  id: word('Its id.', true),
                  id_aliases: words('Other names of it.'),
                  author_id: word('Who made it.'),
                  display_name: word('Its name for people.'),
                  description: word('Its description.'),
                  disabled: flag('Whether it is not used.'),
                  metadata: free,
                  input_modalities: words('The kinds of input that it reads.'),
                  output_modalities: words('The kinds of output that it writes.'),
                  max_context_window: { type: 'int64', unit: 'tokens', min: 0, doc: 'Its context.' },
                  max_output_tokens: { type: 'int64', unit: 'tokens', min: 0, doc: 'Its longest response.' },
                  supported_features: words('The features that it has.'),
                  unsupported_params: {
                    type: 'list',
                    doc: 'Parameters that it does not take.',
                    items: { type: 'object', doc: 'One of them.', fields: { name: word('Its name.', true) } },
                  },
                },
              },
            },
            supported_api_surfaces: {
              type: 'list',
              doc: 'The APIs that it offers.',
              items: {
                type: 'object',
                doc: 'One API.',
                fields: {
                  format: {
                    type: 'string',
                    required: true,
                    values: ['openai', 'anthropic'],
                    doc: 'Its format.',
                  },
                  surface: word('Its name.'),
                  supported_params: {
                    type: 'list',
                    items: { type: 'any', doc: 'One of them.' },
                    doc: 'The parameters that it takes.',
                  },
                },
              },
            },
          },
        },
      },
    },
    results: {
      name: 'ai_gateway',
      isOpen: true,
      members: {
        status: stringVar('`success` or `error`.'),
        error: errorVar,
        client: anyVar('The request of the client.'),
        gateway_latency_ms: intVar('The time that the gateway took, in milliseconds.'),
        model_selection: anyVar('The models in the order in which they were chosen.'),
        models_tried: anyVar('The models that were tried.'),
        success: anyVar('The attempt that succeeded.'),
      },
    },
    refusals: [2203, 2225, 2266, 2267, 3806, 3809],
  },
];
