import { approvalText } from '../../derive/approval-text.ts';
import type { PlanNote, Step, UncomparedSecret } from '../../model/plan.ts';
import type { Planning } from '../input.ts';

const mostNamed = 10;

/** One note for all secrets that were not compared, of what a filter left: a thousand routes may share one. */
export function uncomparedNote(
  { uncompared, environment }: Planning,
  steps: readonly Step[],
): readonly PlanNote[] {
  const chosen = new Set(steps.map(({ address }) => address));
  const values = uncompared.filter(({ address }) => chosen.has(address)).sort(byPlace);
  const [first] = values;
  if (first === undefined) return [];
  if (values.length > 1) return [{ topic: 'secret', text: textOf(values, environment.name), values }];
  const { address, path, why, change } = first;
  const approval = approvalText({ allow: 'write-secret', address, change, environment: environment.name });
  const text = `\`${path}\` not compared: ${why}; to send it all the same, in a resource file and with a reason: ${approval}`;
  return [{ topic: 'secret', address, text, values }];
}

function textOf(values: readonly UncomparedSecret[], environment: string): string {
  const named = values
    .slice(0, mostNamed)
    .map(({ address, path, why, change }) => `${address} \`${path}\` (${why}; change ${change})`);
  const rest = values.length - named.length;
  const more = rest > 0 ? `, and ${rest} more (--format json names all)` : '';
  return `${values.length} secrets were not compared: ${named.join(', ')}${more}; to send one all the same: \`kind: approval\`, \`allow: write-secret\`, its \`address\` and \`change\`, \`environment: ${environment}\`, and a \`reason\``;
}

function byPlace(a: UncomparedSecret, b: UncomparedSecret): number {
  const [one, other] = [`${a.address} ${a.path}`, `${b.address} ${b.path}`];
  return one < other ? -1 : one > other ? 1 : 0;
}
