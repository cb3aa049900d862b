import { activeModule, enabledModule } from '../../derive/module-state.ts';
import type { TrafficServer } from '../../routing/traffic-server.ts';
import { loginModules, protectingModules } from '../../routing/protecting-modules.ts';
import { protectionFields } from '../../routing/protection.ts';
import type { ExposureLoss } from '../../model/facts/exposure.ts';
import type { Spec } from '../../model/value.ts';
import { distinct } from '../exposure/distinct.ts';
import { lessProtected } from '../exposure/exposure.ts';
import { otherSenders } from '../exposure/access/signing-secret.ts';
import type { LostBetween } from './during-apply.ts';
import type { Moves } from './object-changes.ts';

/** As `lostBetween`, with the secrets by which senders sign: only what was applied tells which secret is asked for. */
export function lostWithSecrets({ entryOf }: Moves): LostBetween {
  return (from, to) => {
    const entry = entryOf(from.address);
    const others = entry === undefined ? [] : otherSenders(entry, from.spec, to.spec);
    return others.length === 0 ? lostBetween(from, to) : distinct([...lostBetween(from, to), ...others]);
  };
}

/** Losses of protection when `to` serves a URL instead of `from`, computed like the same change within one object. */
export function lostBetween(from: TrafficServer, to: TrafficServer): readonly ExposureLoss[] {
  const known = made.get(from.spec)?.get(to.spec);
  if (known !== undefined) return known;
  const [before, after] = [protectionIn(from), protectionIn(to)];
  const lacking = lackingModules(from, to);
  const shared = Object.fromEntries(Object.entries(before).filter(([name]) => !lacking.includes(name)));
  const less = distinct(lessProtected(from.kind, shared, after)).map(asMissing);
  const lost = [...lacking.map((module) => ({ code: 'module-missing', module }) as const), ...less];
  const others = made.get(from.spec) ?? new WeakMap<Spec, readonly ExposureLoss[]>();
  made.set(from.spec, others.set(to.spec, lost));
  return lost;
}

/** The filter is not a protecting module, so a missing one is found by comparison. */
function asMissing(loss: ExposureLoss): ExposureLoss {
  return loss.code === 'module-off' ? { ...loss, code: 'module-missing' } : loss;
}

/** Cache: one pair of objects meets in many spaces. */
const made = new WeakMap<Spec, WeakMap<Spec, readonly ExposureLoss[]>>();

/** Modules that `to` lacks entirely. If `to` has any login, logins are compared, since one may replace another. */
function lackingModules(from: TrafficServer, to: TrafficServer): readonly string[] {
  const isOn = (name: string): boolean => enabledModule(to.spec, name) !== undefined;
  const hasLogin = loginModules.some(isOn);
  return protectingModules(from.kind).filter(
    (name) =>
      activeModule(from.spec, name) !== undefined &&
      !isOn(name) &&
      !(hasLogin && loginModules.includes(name)),
  );
}

function protectionIn({ kind, spec }: TrafficServer): Spec {
  return Object.fromEntries(
    // The url says at which protocol the guards of a policy run.
    [...protectionFields(kind), 'url'].flatMap((name) => {
      const value = spec[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
