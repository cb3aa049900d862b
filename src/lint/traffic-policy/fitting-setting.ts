import type { Setting, SettingMap } from '../../kinds/policy/setting.ts';
import type { Json } from '../../model/value.ts';
import { isJsonMap } from '../../text/json/json-access.ts';
import { hasValue, settingNamed, type JsonMap } from './check-patterns.ts';

/** The one required setting that is missing, if the value of the one unknown name has its type. */
export function fittingSetting(name: string, settings: SettingMap, values: JsonMap): string | undefined {
  if (Object.keys(values).some((one) => one !== name && settingNamed(settings, one) === undefined))
    return undefined;
  const missing = Object.keys(settings).filter(
    (one) => settings[one]?.required === true && !hasValue(values[one]),
  );
  const [only, ...others] = missing;
  const setting = only === undefined ? undefined : settings[only];
  return setting !== undefined && others.length === 0 && isOfType(values[name], setting) ? only : undefined;
}

/** A string alone says too little: most values are strings. */
function isOfType(value: Json | undefined, setting: Setting): boolean {
  switch (setting.type) {
    case 'list': {
      const { items } = setting;
      const isItem = (item: Json): boolean =>
        items.type === 'string' ? typeof item === 'string' : isOfType(item, items);
      return Array.isArray(value) && (value as readonly Json[]).every(isItem);
    }
    case 'map':
    case 'object':
      return isJsonMap(value);
    case 'int64':
    case 'float64':
      return typeof value === 'number';
    case 'string':
    case 'boolean':
    case 'duration':
    case 'any':
      return false;
  }
}
