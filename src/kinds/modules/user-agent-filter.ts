import type { Module } from '../field.ts';

export const userAgentFilter: Module = {
  shape: 'UserAgentFilterModule',
  writeShape: 'UserAgentFilterModule',
  title: 'user agent filter',
  doc: 'Which user agents may pass, by patterns on the User-Agent header.',
  section: '2.7',
  note: 'user-agent-filter',
  role: 'transforming',
  fields: {
    enabled: {
      type: 'boolean',
      seen: false,
      doc: 'Whether the filter is applied to traffic. This module has no stated default: write it out.',
      section: '2.6',
    },
    allow: {
      type: 'list',
      as: 'set',
      form: 'user-agent-pattern',
      doc: 'Regular expressions (RE2) for the user agents that may pass.',
      section: '2.7',
    },
    deny: {
      type: 'list',
      as: 'set',
      form: 'user-agent-pattern',
      doc: 'Regular expressions (RE2) for the user agents that may not pass.',
      section: '2.7',
    },
  },
};
