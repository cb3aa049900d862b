import { enforce } from '../shared-settings.ts';
import type { TrafficAction } from '../traffic-action.ts';
import { boolVar, objectVar, stringVar } from '../variable.ts';

export const basicAuthAction: TrafficAction = {
  type: 'basic-auth',
  title: 'basic authentication',
  doc: 'Lets only requests pass that have one of the user names and passwords.',
  source: 'actions/basic-auth',
  phases: ['on_http_request'],
  role: 'guards',
  ends: 'on-refusal',
  effect: 'check-password',
  refusal: 401,
  shows: 'without-secrets',
  settings: {
    credentials: {
      type: 'list',
      required: true,
      min: 1,
      max: 10,
      stricter: 'allow-list',
      doc: 'The users who may pass, each as `user:password`. At most 10.',
      items: {
        type: 'string',
        form: 'credentials',
        expressions: 'template',
        secret: 'after-colon',
        minLength: 8,
        maxLength: 128,
        doc: 'A user name, a colon, and a password of 8 to 128 characters.',
      },
    },
    realm: {
      type: 'string',
      maxLength: 128,
      isAscii: true,
      stricter: 'any',
      doc: 'The name that browsers show when they ask for the password.',
    },
    enforce,
  },
  results: {
    name: 'basic_auth',
    members: {
      credentials: objectVar('The credentials of the request.', {
        presented: boolVar('Whether the request had credentials.'),
        username: stringVar('The user name of the request.'),
        authorized: boolVar('Whether the credentials are right.'),
      }),
    },
  },
  refusals: [2203, 2218, 2221, 2223, 2237, 2257, 2258],
};
