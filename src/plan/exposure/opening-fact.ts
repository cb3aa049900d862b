import type { ExposureLoss } from '../../model/facts/exposure.ts';
import { jsonPointer } from '../../text/pointer.ts';
import type { OpenWay, WayEnd } from '../../simulate/unknown/ways.ts';
import { withoutSettings } from './settings-text.ts';
import { conditionsOf, shownRequest } from './shown-request.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';
import { comparedAddress } from './compared-ways.ts';
import type { Opening } from './opening.ts';

/** An opening as a fact of a plan. `base`: where a request to the resource is sent (shown-request.ts). */
export function openingFact(opening: Opening, base: string): ExposureLoss {
  const { kind, header = '', secret, when, always, was: oldWay, willBe } = opening;
  const conditions = conditionsOf(when.filter(({ key }) => !always.has(key)));
  const target = targetOf(willBe.end);
  switch (kind) {
    case 'header':
      return { code: 'header-opened', header, conditions, ...target };
    case 'secret': {
      const { name = '', to: url } = secret ?? {};
      return { code: 'secret-sent', secret: name, ...withoutUndefined({ to: url }), conditions };
    }
    case 'url':
      return { code: 'url-changed', conditions, ...target };
    case 'target':
      return { code: 'target-computed', ...shownRequest(when, base) };
    case 'answer':
      return { code: 'answer-shown', ...shownRequest(when, base), by: guardOf(oldWay.end), ...target };
    case 'request':
      return {
        code: 'let-in',
        ...shownRequest(when, base),
        by: guardOf(oldWay.end),
        how: willBe.end.is === 'delivered' ? 'delivered' : 'answered',
        ...target,
        ...ruleOf(willBe),
      };
  }
}

/**
 * The module, the rule or the action that decides; where an internal endpoint answers, the action that forwards there.
 */
function ruleOf({ at, events }: OpenWay): { readonly rule?: string } {
  const forward = events.findLast(
    (event) => event.code === 'forwarded' && event.at.address === comparedAddress,
  );
  const ownPlace =
    at?.address === comparedAddress ? at : forward?.code === 'forwarded' ? forward.at : undefined;
  return withoutUndefined({ rule: ownPlace && jsonPointer([...ownPlace.path, ...(ownPlace.inside ?? [])]) });
}

function guardOf(end: WayEnd): string {
  return end.is === 'kept-out' || end.is === 'ended' ? withoutSettings(end.by) : 'traffic_policy';
}

/** The upstream, unless it is that of the resource itself. */
function targetOf(end: WayEnd): { readonly to?: string } {
  return end.is === 'delivered' && end.to !== comparedAddress ? { to: end.to } : {};
}
