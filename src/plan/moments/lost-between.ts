import { guardModules, moduleOf, type Holder } from '../../domain/holder.ts';
import type { ExposureLoss } from '../../model/facts/exposure.ts';
import type { Spec } from '../../model/value.ts';
import { distinct } from '../exposure/distinct.ts';
import { lessProtected } from '../exposure/exposure.ts';
import { logins } from '../exposure/access/logins.ts';

/** What protects a URL less when another object serves it: what the same change of one object would be. */
export function lostBetween(from: Holder, to: Holder): readonly ExposureLoss[] {
  const known = made.get(from.spec)?.get(to.spec);
  if (known !== undefined) return known;
  const [before, after] = [protectionIn(from), protectionIn(to)];
  const lacking = lackingModules(from, to);
  const shared = Object.fromEntries(Object.entries(before).filter(([name]) => !lacking.includes(name)));
  const less = distinct(lessProtected(from.kind, shared, after));
  const lost = [...lacking.map((module) => ({ code: 'module-missing', module }) as const), ...less];
  const others = made.get(from.spec) ?? new WeakMap<Spec, readonly ExposureLoss[]>();
  made.set(from.spec, others.set(to.spec, lost));
  return lost;
}

/** One pair of objects meets in many spaces. */
const made = new WeakMap<Spec, WeakMap<Spec, readonly ExposureLoss[]>>();

/** The modules that the other does wholly without; a login may be made up for by another one, so that is compared. */
function lackingModules(from: Holder, to: Holder): readonly string[] {
  const isOn = ({ kind, spec }: Holder, name: string): boolean =>
    moduleOf({ kind, spec }, name) !== undefined;
  const hasLogin = logins.some((name) => isOn(to, name));
  return guardModules(from.kind).filter(
    (name) => isOn(from, name) && !isOn(to, name) && !(hasLogin && logins.includes(name)),
  );
}

/** Without what says where it is: that is another question. */
function protectionIn({ kind, spec }: Holder): Spec {
  const names = [...guardModules(kind), 'traffic_policy', 'tls_termination'];
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = spec[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
