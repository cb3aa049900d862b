import type { TrafficAction } from '../traffic-action.ts';

export const setVarsAction: TrafficAction = {
  type: 'set-vars',
  title: 'set variables',
  doc: 'Sets variables that later expressions of the same phase read as `vars.<name>`.',
  source: 'actions/set-vars',
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
};
