import { recommended } from '../../domain/specs/severity.ts';
import type { ReportedRule } from '../../rule.ts';

export default {
  scope: 'reported',
  by: 'reader',
  id: 'byte-order-mark',
  group: 'yaml',
  severity: recommended('warn'),
  source: 'yaml',
  isMust: false,
  summary: 'A file begins with a byte order mark.',
  why: 'Other tools read the byte order mark as part of the first key.',
  fix: 'safe',
  bad: `﻿kind: endpoint
name: www
spec:
  url: https://www.example.com
`,
  good: `kind: endpoint
name: www
spec:
  url: https://www.example.com
`,
} satisfies ReportedRule;
