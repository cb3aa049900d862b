import { headersSetting, onError } from '../shared-settings.ts';
import type { BooleanSetting, ListSetting, NumberSetting, Setting, TextSetting } from '../setting.ts';
import type { TrafficAction } from '../traffic-action.ts';
import { anyVar, errorVar, intVar, stringVar } from '../variable.ts';

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

export const aiGatewayAction: TrafficAction = {
  type: 'ai-gateway',
  title: 'AI gateway',
  doc: 'Forwards requests to providers of language models. Moved to a product of its own.',
  source: 'ai-gateway/reference/configuration-schema',
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
};
