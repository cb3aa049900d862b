import type { Runner } from './runner.ts';
import { workflowCommand } from './workflow-command.ts';

const secretName =
  /^(?:INPUT_(?:TOKEN|API-TOKEN|PLAN-KEY)|EDGEWRIGHT_(?:SECRET_.+|API_TOKEN(?:_(?!FILE$).+)?|.*KEY|POSTGRES_URL|API_HEADERS)|[A-Z_]*_TOKEN)$/;

/** The fewest characters that are masked: shorter values would make a log unreadable. */
const shortest = 4;

/** The first lines of the step: the runner hides these values in all that follows, each line of a long one by itself. */
export function maskSecrets({ env, stdout }: Runner): void {
  const values = Object.entries(env).flatMap(([name, value = '']) => (secretName.test(name) ? [value] : []));
  const lines = values.flatMap((value) => [...value.split(/\r?\n/), ...partsOf(value)]);
  for (const line of new Set(lines.map((each) => each.trim())))
    if (line.length >= shortest) stdout(workflowCommand('add-mask', line));
}

/** The values of `name: value` lines, and the password of a URL. */
function partsOf(value: string): readonly string[] {
  const [, password] = /^[a-z]+:\/\/[^/@]*:([^/@]+)@/.exec(value) ?? [];
  return [
    ...(password === undefined ? [] : [password]),
    ...[...value.matchAll(/^[\w-]+: (.+)$/gm)].map(([, part = '']) => part),
  ];
}
