import { bodyReplacements } from '../body-replacements.ts';
import { replacements } from '../shared-settings.ts';
import type { TrafficAction } from '../traffic-action.ts';

export const sseFindReplaceAction: TrafficAction = {
  type: 'sse-find-replace',
  title: 'replace text in event streams',
  doc: 'Replaces text in the messages of a stream of server-sent events.',
  source: 'actions/sse-find-replace',
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
};
