import { expect, test } from 'vitest';
import { doctorText } from '../../src/report/doctor-text.ts';

const findings = [
  { state: 'ok', text: 'edgewright 0.1.0' },
  {
    state: 'fail',
    text: 'production: the role of the ledger may not write to the table, so no run can record what it did',
    help: 'its owner runs the lines below, or gives `edgewright doctor --env production` another role',
    script: 'GRANT INSERT, UPDATE, DELETE ON ledgers TO edgewright_of_production;\nGRANT SELECT ON runs;',
    exitCode: 3,
  },
];

test('what doctor finds fits the terminal, but for lines to paste', () => {
  expect(doctorText(findings, 60)).toBe(`ok    edgewright 0.1.0
fail  production: the role of the ledger may not write to
      the table, so no run can record what it did
      its owner runs the lines below, or gives
      \`edgewright doctor --env production\` another role
      GRANT INSERT, UPDATE, DELETE ON ledgers TO edgewright_of_production;
      GRANT SELECT ON runs;

1 in the way
`);
});

test('in a log, each finding is one line', () => {
  const [ok, fail, help] = doctorText(findings, Infinity).split('\n');
  expect([ok, fail]).toEqual(['ok    edgewright 0.1.0', `fail  ${findings[1]?.text}`]);
  expect(help).toBe(`      ${findings[1]?.help}`);
  expect(doctorText(findings.slice(0, 1), Infinity)).toContain('\nnothing is in the way\n');
});
