import type { Step } from '../../model/plan/step.ts';
import { unreadPolicy } from '../../derive/policy/policy-guards.ts';
import { textIn } from '../../derive/policy/policy-hidden.ts';
import { protectionOf } from '../../routing/protection.ts';
import type { ExposureFact, WeakerServerFact } from '../../model/facts/exposure.ts';
import type { Exposure } from '../exposure/exposure.ts';
import { whyUnread } from '../exposure/possible-exposure.ts';
import type { WeakerServer } from './during-apply.ts';

/** Reasons for the URLs that a step leaves less protected. */
export function weakerServerReasons(step: Step, weaker: readonly WeakerServer[]): Exposure | undefined {
  if (weaker.length === 0) return undefined;
  const reasons = grouped(weaker).map((some) => reasonOf(step, some));
  const isOpen = weaker.every(({ to }) => protectionOf(to).length === 0);
  return { direction: isOpen ? 'newly-reachable' : 'weaker', reasons };
}

/** Reasons why it is unknown whether URLs become less protected. */
export function unreadReasons(weaker: readonly WeakerServer[]): readonly ExposureFact[] {
  return grouped(weaker).flatMap(([first]) => {
    const { from = [], to, isNew = false } = first ?? {};
    // Declared policies can be read; live ones that stay may be unreadable.
    return [...(isNew ? [] : from), ...(to === undefined ? [] : [to])]
      .filter((server) => protectionOf(server).includes(unreadPolicy))
      .map(({ address, spec }) => {
        const why = whyUnread(textIn(spec));
        return isNew ? { code: 'policy-unverified', why } : { code: 'neighbor-unread', why, address };
      });
  });
}

/** Groups handovers between the same objects with the same loss into one reason. */
function grouped(weaker: readonly WeakerServer[]): readonly (readonly WeakerServer[])[] {
  const groups = new Map<string, WeakerServer[]>();
  for (const one of weaker) {
    const { from, to, lost, ifThere } = one;
    const { isMomentary = false, isNew = false, isBeside = false } = one;
    const owners = from.map(({ address }) => address);
    const key = JSON.stringify([owners, to.address, lost, isMomentary, isNew, isBeside, ifThere]);
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [one]);
    else known.push(one);
  }
  return [...groups.values()];
}

function howOf(step: Step, { to, isMomentary, isNew, isBeside }: WeakerServer): WeakerServerFact['how'] {
  if (isMomentary === true) return 'for-a-while';
  if (isNew === true) return 'newly';
  if (isBeside === true) return 'another-way';
  return to.address === step.address ? 'taken' : 'falls';
}

const mostNamed = 3;

function reasonOf(step: Step, weaker: readonly WeakerServer[]): ExposureFact {
  const [first] = weaker as readonly [WeakerServer];
  const { from, to, lost, ifThere } = first;
  const spaces = [...new Set(weaker.map(({ space }) => space))];
  const shown = spaces.slice(0, mostNamed);
  const isOpen = protectionOf(to).length === 0;
  return {
    code: 'handover',
    how: howOf(step, first),
    spaces: shown,
    more: spaces.length - shown.length,
    from: from.map(({ address }) => address),
    protection: [...new Set(from.flatMap((server) => protectionOf(server)))],
    to: to.address,
    ...(ifThere === undefined ? {} : { [ifThere.why]: ifThere.address }),
    lost: isOpen ? [] : lost,
  };
}
