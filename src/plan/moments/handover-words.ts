import { protectionOf } from '../../domain/holder.ts';
import type { Step } from '../../model/plan.ts';
import type { Exposure } from '../exposure/exposure.ts';
import type { Handover } from './moments.ts';
import { textIn } from '../../derive/policy/policy-hidden.ts';
import { whyUnread } from '../exposure/unjudged.ts';

/** What the URLs that a step leaves less protected are to a reader. */
export function handoverReasons(step: Step, handovers: readonly Handover[]): Exposure | undefined {
  if (handovers.length === 0) return undefined;
  const reasons = grouped(handovers).map((some) => reasonOf(step, some));
  const isOpen = handovers.every(({ to }) => protectionOf(to).length === 0);
  return { direction: isOpen ? 'newly-reachable' : 'weaker', reasons };
}

/** Why it cannot be said whether URLs are less protected. */
export function unreadReasons(handovers: readonly Handover[]): readonly string[] {
  return grouped(handovers).flatMap(([first]) => {
    const { from = [], to } = first ?? {};
    return [...from, ...(to === undefined ? [] : [to])]
      .filter((holder) => protectionOf(holder).some((name) => name.endsWith('(cannot be read)')))
      .map(
        ({ address, spec }) => `${whyUnread(textIn(spec))} of \`${address}\`, which serves some of its paths`,
      );
  });
}

/** Those between the same objects, and with the same loss, are one reason. */
function grouped(handovers: readonly Handover[]): readonly (readonly Handover[])[] {
  const groups = new Map<string, Handover[]>();
  for (const handover of handovers) {
    const { from, to, lost, isMomentary = false } = handover;
    const key = JSON.stringify([from.map(({ address }) => address), to.address, lost, isMomentary]);
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [handover]);
    else known.push(handover);
  }
  return [...groups.values()];
}

function reasonOf(step: Step, handovers: readonly Handover[]): string {
  const [first] = handovers as readonly [Handover];
  const { from, to, lost, isMomentary } = first;
  const spaces = spacesText(handovers);
  const owners = from.map(({ address }) => `\`${address}\``).join(', ');
  const names = [...new Set(from.flatMap((holder) => protectionOf(holder)))]
    .map((name) => `\`${name}\``)
    .join(', ');
  const isOpen = protectionOf(to).length === 0;
  const loss = isOpen ? 'has no protection' : `protects less: ${lost.join('; ')}`;
  if (isMomentary === true) {
    return `for a moment ${spaces} is served by \`${to.address}\`, which ${loss}, not by ${owners} with ${names}: no order of the steps avoids that`;
  }
  return to.address === step.address
    ? `${spaces} is served by ${owners} until now, with ${names}; this one ${loss}`
    : `${spaces} falls from ${owners}, with ${names}, to \`${to.address}\`, which ${loss}`;
}

const mostNamed = 3;

function spacesText(handovers: readonly Handover[]): string {
  const spaces = [...new Set(handovers.map(({ space }) => `\`${space}\``))];
  const more = spaces.length > mostNamed ? ` and ${spaces.length - mostNamed} more` : '';
  return `${spaces.slice(0, mostNamed).join(', ')}${more}`;
}
