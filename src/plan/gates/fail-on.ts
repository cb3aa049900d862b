import type { FailOn, Refusal, Step } from '../../model/plan.ts';

interface About {
  readonly steps: readonly Step[];
  /** The steps with something that the pull request does not cause; a reason where nobody can say. */
  readonly unattributed: readonly Step[] | { readonly unknown: string };
  /** How the user named the base. */
  readonly ref: string | undefined;
}

/** What a person asked to be refused, beside the gates of the files. */
export function failOn(wanted: readonly FailOn[], about: About): readonly Refusal[] {
  const chosen = new Set(wanted);
  return [
    ...(chosen.has('unattributed') ? unattributed(about) : []),
    ...(chosen.has('blocked') ? blocked(about) : []),
  ];
}

function unattributed({ unattributed: found, ref = '' }: About): readonly Refusal[] {
  const gate = 'unattributed';
  if ('unknown' in found) {
    const text = `whose change each change is cannot be said: ${found.unknown}`;
    return [{ gate, text, addresses: [], override: `mend \`${ref}\` first, or ${withoutOption(gate)}` }];
  }
  if (found.length === 0) return [];
  const words = [...new Set(found.flatMap(({ attribution = [] }) => attribution))];
  const what = [
    ...(words.includes('pending') ? ['was pending before'] : []),
    ...(words.includes('drift') || words.includes('undoes-outside') ? ['was changed outside'] : []),
  ];
  const steps = `${found.length} ${found.length === 1 ? 'step has' : 'steps have'}`;
  return [
    {
      gate,
      text: `${steps} something that is not this pull request's doing: it ${what.join(' or ')}`,
      addresses: addressesOf(found),
      override: `apply \`${ref}\` and settle what was changed outside first, or ${withoutOption(gate)}`,
    },
  ];
}

function blocked({ steps }: About): readonly Refusal[] {
  const found = steps.filter(({ action }) => action === 'blocked');
  if (found.length === 0) return [];
  const gate = 'blocked';
  return [
    {
      gate,
      text: `${found.length} ${found.length === 1 ? 'step is' : 'steps are'} blocked`,
      addresses: addressesOf(found),
      override: `take a way out of each, or ${withoutOption(gate)}`,
    },
  ];
}

function withoutOption(gate: FailOn): string {
  return `leave out \`--fail-on ${gate}\``;
}

function addressesOf(steps: readonly Step[]): Refusal['addresses'] {
  return [...new Set(steps.map(({ address }) => address))];
}
