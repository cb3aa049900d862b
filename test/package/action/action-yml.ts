import { inputs, outputs } from '../../../src/package/action/inputs.ts';

/** action.yml as the table of inputs and outputs says it. */
export function actionYml(): string {
  const input = ([name, { doc, ...rest }]: [string, (typeof inputs)[keyof typeof inputs]]): string => {
    const lines = [`  ${name}:`, `    description: ${JSON.stringify(doc)}`];
    if (name === 'mode') lines.push('    required: true');
    if ('default' in rest) lines.push(`    default: ${JSON.stringify(rest.default)}`);
    return lines.join('\n');
  };
  const output = ([name, doc]: [string, string]): string =>
    `  ${name}:\n    description: ${JSON.stringify(doc)}`;
  return `name: edgewright
description: Lint, plan and apply tunnel endpoints and edges
author: Edgewright
branding: { icon: git-merge, color: blue }
inputs:
${Object.entries(inputs).map(input).join('\n')}
outputs:
${Object.entries(outputs).map(output).join('\n')}
runs:
  using: node24
  main: dist/action.cjs
`;
}

/** The two tables of the page about GitHub. */
export function actionTables(): readonly [inputs: string, outputs: string] {
  const rows = Object.entries(inputs).map(
    ([name, { doc, modes }]) => `| \`${name}\` | ${doc} | ${isForAll(modes) ? 'all' : modes.join(', ')} |\n`,
  );
  const results = Object.entries(outputs).map(([name, doc]) => `| \`${name}\` | ${doc} |\n`);
  return [rows.join(''), results.join('')];
}

function isForAll(modes: readonly string[]): boolean {
  return modes.length === inputs.mode.modes.length;
}
