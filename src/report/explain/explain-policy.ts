import type { Policy } from '../../model/policy.ts';
import { inertLine } from '../text/inert.ts';
import { severityWords } from '../findings/lint-report.ts';
import { wrap } from '../text/flow-text.ts';

const columns = 80;

/** `edgewright explain policy/<name>`: the policy's message, conditions, kinds and settings. */
export function renderPolicy(policy: Policy): string {
  const { name, kinds, where, assert, message, why, severity } = policy;
  const parts = [
    `policy/${name}`,
    paragraph(message.text),
    ...(why === undefined ? [] : [paragraph(why)]),
    facts([
      ['kinds', kinds.join(', ')],
      ['severity', severity === 'off' ? 'off' : severityWords[severity]],
      ['written', 'edgewright.yaml, `policies`'],
    ]),
    ...(where === undefined ? [] : [`Where\n${indented(where.text)}`]),
    `Assert\n${indented(assert.text)}`,
    paragraph(`To silence it: \`# edgewright-ignore policy/${name}: reason\` on the line or above it.`),
  ];
  return `${parts.join('\n\n')}\n`;
}

function facts(rows: readonly (readonly [string, string])[]): string {
  return rows.map(([label, text]) => `  ${label.padEnd(10)}${inertLine(text)}`).join('\n');
}

function paragraph(text: string): string {
  return wrap(inertLine(text.replaceAll(/\s+/g, ' ').trim()), columns - 2)
    .map((line) => `  ${line}`)
    .join('\n');
}

function indented(text: string): string {
  const lines = text.trimEnd().split('\n');
  return lines.map((line) => `  ${inertLine(line)}`).join('\n');
}
