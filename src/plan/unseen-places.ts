import { isHiddenText } from '../derive/hidden-text.ts';
import { isPolicyUnreadable } from '../derive/policy-guards.ts';
import type { KindName } from '../kinds/kind.ts';
import type { Step } from '../model/plan.ts';
import type { Spec } from '../model/value.ts';
import { covers } from './match-covers.ts';
import { placeKey, serving, type Places, type Served } from './served.ts';
import { textIn, whyUnread } from './unjudged.ts';

/** Objects that a snapshot does not show the place of, by what their requests could be shared with. */
export function unseenPlaces(live: readonly Served[]): Places {
  const places = new Map<string, Served[]>();
  for (const each of live.filter(({ spec }) => isHiddenText(spec['match'] ?? spec['url']))) {
    const key = sharedKey(each.kind, each.spec);
    places.set(key, [...(places.get(key) ?? []), each]);
  }
  return places;
}

function sharedKey(kind: KindName, spec: Spec): string {
  return kind === 'https-route' ? placeKey(kind, spec) : kind;
}

/** Why nobody can say what served a step's paths until now, or will serve those that it gives up. */
export function unjudgedPlaces(
  step: Step,
  { before, after, unseen }: { readonly before: Places; readonly after: Places; readonly unseen: Places },
): readonly string[] {
  const { address, kind, predicted } = step;
  if (predicted === undefined) return [];
  const field = kind === 'https-route' ? 'match' : 'url';
  const hidden = unseen.get(sharedKey(kind, predicted)) ?? [];
  const others = hidden.filter((each) => each.address !== address).map((each) => each.address);
  const isOwn = kind === 'https-route' && hidden.some((each) => each.address === address);
  const was = before.get(placeKey(kind, predicted))?.find((each) => each.address === address)?.spec;
  const loser = serving(kind, predicted, before, address);
  const heir = was === undefined || covers(predicted, was) ? undefined : serving(kind, was, after, address);
  return [
    ...(others.length === 0
      ? []
      : [
          `the snapshot does not show the \`${field}\` of ${named(others)}: this one may take what they protect`,
        ]),
    ...(isOwn
      ? ['the snapshot does not show the `match` that it leaves: nobody can say what its paths fall to']
      : []),
    ...[loser, heir].flatMap((other) =>
      other === undefined || !isPolicyUnreadable(other.spec)
        ? []
        : [`${whyUnread(textIn(other.spec))} of \`${other.address}\`, which serves some of its paths`],
    ),
  ];
}

const mostNamed = 3;

function named(addresses: readonly string[]): string {
  const rest = addresses.length - mostNamed;
  return `${addresses
    .slice(0, mostNamed)
    .map((address) => `\`${address}\``)
    .join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}
