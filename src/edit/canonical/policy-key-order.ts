import { actionOf } from '../../kinds/policy/index.ts';
import { olderPhases, phaseNames } from '../../kinds/policy/phases.ts';
import { actionKeys, keysBesidePhases, ruleKeys } from '../../kinds/policy/policy-form.ts';
import type { Setting, SettingMap } from '../../kinds/policy/setting.ts';
import type { MapNode } from '../../model/document.ts';
import type { KeyOrder } from './key-order.ts';
/**
 * The canonical order of keys in a traffic policy: phases as they run, settings as the table has them. A module of its
 * own, so that the tables are loaded only for a policy.
 */
export const policyKeyOrder: KeyOrder = {
  keys: [...keysBesidePhases, ...Object.keys(olderPhases), ...phaseNames],
  inside: () => ruleOrder,
};

const actionOrder: KeyOrder = {
  keys: actionKeys,
  inside: (key, map) => (key === 'config' ? configOrder(map) : undefined),
};

/** An action instead of a rule is read as a rule, so both have one order. */
const ruleOrder: KeyOrder = {
  keys: [...ruleKeys, ...actionKeys],
  inside: (key, map) => (key === 'actions' ? actionOrder : actionOrder.inside(key, map)),
};

function configOrder({ entries }: MapNode): KeyOrder | undefined {
  const type = entries.find(({ key }) => key.value === 'type')?.value;
  const action = type?.type === 'scalar' && typeof type.value === 'string' ? actionOf(type.value) : undefined;
  return action && orderOfSettings(action.settings);
}

function orderOfSettings(settings: SettingMap): KeyOrder {
  return {
    keys: Object.keys(settings),
    inside: (key) => orderInside(Object.hasOwn(settings, key) ? settings[key] : undefined),
  };
}

/** The keys of a free mapping stay as they are. */
function orderInside(setting: Setting | undefined): KeyOrder | undefined {
  switch (setting?.type) {
    case 'object':
      return orderOfSettings(setting.fields);
    case 'list':
      return orderInside(setting.items);
    case 'map': {
      const values = orderInside(setting.values);
      return values && { keys: [], inside: () => values };
    }
    case 'any':
    case 'boolean':
    case 'duration':
    case 'float64':
    case 'int64':
    case 'string':
    case undefined:
      return undefined;
  }
}
