import type { ListSetting, TextSetting } from './setting.ts';
import type { TrafficAction } from './traffic-action.ts';
import { boolVar, errorVar, listVar, mapVar, stringVar } from './variable.ts';

const issuer: TextSetting = {
  type: 'string',
  required: true,
  expressions: 'template',
  doc: 'The issuer, exactly as tokens name it.',
};
const audience: TextSetting = { type: 'string', required: true, certainty: 'schema', doc: 'The audience.' };

function allowed(doc: string, value: TextSetting): ListSetting {
  return {
    type: 'list',
    min: 1,
    stricter: 'allow-list',
    doc,
    items: { type: 'object', doc: 'One of them.', fields: { value } },
  };
}

export const jwtValidationAction: TrafficAction = {
  type: 'jwt-validation',
  title: 'JWT validation',
  doc: 'Lets only requests pass whose JSON Web Token is valid and comes from a known issuer.',
  phases: ['on_http_request'],
  role: 'guards',
  ends: 'on-refusal',
  effect: 'check-token',
  refusal: 401,
  shows: 'without-secrets',
  settings: {
    issuer: {
      type: 'object',
      required: true,
      doc: 'Who may have issued a token.',
      fields: { allow_list: { ...allowed('The issuers that are accepted.', issuer), required: true } },
    },
    audience: {
      type: 'object',
      doc: 'Whom a token may be for. Without it, tokens for other services of the issuer pass.',
      fields: { allow_list: allowed('The audiences that are accepted.', audience) },
    },
    http: {
      type: 'object',
      required: true,
      doc: 'Where in a request the tokens are.',
      fields: {
        tokens: {
          type: 'list',
          required: true,
          min: 1,
          doc: 'The tokens that a request must have.',
          items: {
            type: 'object',
            doc: 'One token.',
            fields: {
              type: {
                type: 'string',
                required: true,
                values: ['jwt', 'access_token', 'id_token', 'at+jwt', 'it+jwt', 'plain'],
                doc: 'The type of the token.',
              },
              method: {
                type: 'string',
                required: true,
                values: ['header', 'body'],
                doc: 'Whether the token is in a header or in the body.',
              },
              name: {
                type: 'string',
                required: true,
                expressions: 'template',
                doc: 'The name of the header, or of the field of the body.',
              },
              prefix: {
                type: 'string',
                expressions: 'template',
                doc: 'The text before the token, usually `Bearer` and a space.',
              },
            },
          },
        },
      },
    },
    jws: {
      type: 'object',
      required: true,
      doc: 'How the signature of a token is checked.',
      fields: {
        allowed_algorithms: {
          type: 'list',
          required: true,
          min: 1,
          stricter: 'trust-list',
          doc: 'The algorithms that are accepted, such as `RS256`.',
          items: {
            type: 'string',
            forbidden: ['none'],
            code: 2222,
            knownValues: [
              'RS256',
              'RS384',
              'RS512',
              'ES256',
              'ES384',
              'ES512',
              'PS256',
              'PS384',
              'PS512',
              'EdDSA',
              'HS256',
              'HS384',
              'HS512',
            ],
            doc: 'An algorithm.',
          },
        },
        keys: {
          type: 'object',
          required: true,
          doc: 'The keys that sign tokens.',
          fields: {
            identification: {
              type: 'list',
              doc: 'How a token names its key.',
              items: {
                type: 'object',
                doc: 'One way.',
                fields: {
                  token_claims: {
                    type: 'list',
                    items: { type: 'string', values: ['kid'], doc: 'A claim.' },
                    doc: 'The claims that name the key.',
                  },
                },
              },
            },
            sources: {
              type: 'object',
              required: true,
              doc: 'Where the keys are published.',
              fields: {
                additional_jkus: {
                  type: 'list',
                  required: true,
                  min: 1,
                  stricter: 'trust-list',
                  doc: 'URLs of key sets.',
                  items: {
                    type: 'string',
                    form: 'url',
                    expressions: 'template',
                    doc: 'The URL of a key set.',
                  },
                },
              },
            },
          },
        },
      },
    },
  },
  results: {
    name: 'jwt_validation',
    members: {
      tokens: listVar(
        {
          members: {
            header: mapVar('any', 'The header of the token.'),
            location: stringVar('Whether it was in a header or in the body.'),
            location_property: stringVar('The name of that header or field.'),
            payload: mapVar('any', 'The claims of the token.'),
            signature: stringVar('The signature of the token.'),
            verified: boolVar('Whether the token is valid.'),
          },
        },
        'The tokens of the request.',
      ),
      error: errorVar,
    },
  },
  otherKeys: {
    issuers: 'issuer',
    audiences: 'audience',
    algorithms: 'allowed_algorithms',
    jwks: 'keys',
    jwks_url: { instead: 'list it in `jws.keys.sources.additional_jkus`' },
  },
  refusals: [2203, 2204, 2222, 2223, 2224, 2226, 2234],
};
