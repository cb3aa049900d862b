import { actionOf } from '../../kinds/policy/index.ts';
import type { MapSetting, Setting, SettingMap } from '../../kinds/policy/setting.ts';
import type { Json, Path } from '../../model/value.ts';

export interface ActionText {
  readonly text: string;
  readonly path: Path;
  /** The setting of its action that has it; undefined outside known settings. */
  readonly setting: Setting | undefined;
  /** The map that has it under the last key of the path. */
  readonly map?: MapSetting;
}

/** The strings of a policy tree, with the settings of the actions that they are in, wherever an action is. */
export function* actionTexts(tree: Json, path: Path = []): Generator<ActionText> {
  if (typeof tree === 'string') yield { text: tree, path, setting: undefined };
  if (typeof tree !== 'object' || tree === null) return;
  const { type } = tree as Readonly<Record<string, Json>>;
  const settings = typeof type === 'string' ? actionOf(type)?.settings : undefined;
  for (const [key, item] of membersOf(tree)) {
    const isConfig = settings !== undefined && key === 'config';
    yield* isConfig ? textsOfMembers(settings, item, [...path, key]) : actionTexts(item, [...path, key]);
  }
}

function* textsOfMembers(settings: SettingMap, value: Json, path: Path): Generator<ActionText> {
  if (typeof value === 'string') yield { text: value, path, setting: undefined };
  if (typeof value !== 'object' || value === null) return;
  for (const [key, item] of Object.entries<Json>(value)) {
    const setting = Object.hasOwn(settings, key) ? settings[key] : undefined;
    yield* textsOfSetting(setting, item, [...path, key]);
  }
}

function* textsOfSetting(setting: Setting | undefined, value: Json, path: Path): Generator<ActionText> {
  if (typeof value === 'string') yield { text: value, path, setting };
  if (typeof value !== 'object' || value === null) return;
  if (setting?.type === 'object') yield* textsOfMembers(setting.fields, value, path);
  else
    for (const [key, item] of membersOf(value)) {
      const within = [...path, key];
      if (setting?.type !== 'map')
        yield* textsOfSetting(setting?.type === 'list' ? setting.items : undefined, item, within);
      else if (typeof item === 'string')
        yield { text: item, path: within, setting: setting.values, map: setting };
      else yield* textsOfSetting(setting.values, item, within);
    }
}

function membersOf(
  value: Readonly<Record<string, Json>> | readonly Json[],
): Iterable<[string | number, Json]> {
  return Array.isArray(value) ? value.entries() : Object.entries<Json>(value);
}
