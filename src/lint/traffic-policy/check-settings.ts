import type { ListSetting, MapSetting, Setting, SettingMap } from '../../kinds/policy/setting.ts';
import type { TrafficAction } from '../../kinds/policy/traffic-action.ts';
import type { Json, JsonObject } from '../../model/value.ts';
import { isJsonMap } from '../../text/json/json-access.ts';
import { nearNames } from '../../text/near-names.ts';
import { suggestions } from '../../text/suggest.ts';
import { sampleSetting } from '../../derive/policy-language/policy-example.ts';
import { inlineYaml } from '../../edit/printed.ts';
import { checkDuration, checkNumber, reportType, reportValue } from './check-number.ts';
import {
  hasValue,
  settingNamed,
  type SettingPlace,
  type TrafficMistake,
  severityOfFact,
} from './policy-check.ts';
import { checkAnyText, checkMapKeys, checkText, isClearText, reportClearText } from './check-text.ts';
import { withVariables } from './expressions/check-expressions.ts';
import { quoted } from '../../text/quoted.ts';

/**
 * Checks the settings of an action, or of a setting that is an object. Settings of the wrong name are not missing: they
 * are returned.
 */
export function checkConfigSettings(
  values: JsonObject,
  settings: SettingMap,
  { scope, action, inside, what, lacksConfig }: SettingPlace,
): ReadonlySet<string> {
  const meant = new Set<string>();
  const [only, ...others] = Object.keys(settings);
  // One setting that holds all of what is written in its place.
  const isDirect =
    others.length === 0 &&
    only !== undefined &&
    Object.keys(values).length > 0 &&
    !Object.keys(values).some(
      (name) => name === only || meantSetting(name, { values, settings }, action) === only,
    );
  for (const [name, value] of Object.entries(values)) {
    if (isDirect) break;
    const at = [...inside, name];
    const setting = settingNamed(settings, name);
    if (setting === undefined) {
      const right = reportUnknown(name, { values, settings }, { scope, action, inside: at, what });
      if (right !== undefined) meant.add(right);
    } else checkSetting(value, setting, { scope, action, inside: at, what: quoted(name) });
  }
  const missing = Object.entries(settings).filter(
    ([name, { required }]) => required !== undefined && !hasValue(values[name]) && !meant.has(name),
  );
  for (const [name, setting] of missing) {
    const { required, certainty, doc } = setting;
    const isThere = Object.hasOwn(values, name);
    scope.check.report({
      rule: 'traffic-policy-setting-missing',
      inside: isThere ? [...inside, name] : inside,
      on: 'key',
      message: isThere ? `${quoted(name)} is empty` : `${what} has no ${quoted(name)}`,
      help: `write \`${name}\`: ${doc.charAt(0).toLowerCase()}${doc.slice(1).replace(/\.$/, '')}`,
      code: 2223,
      ...(isDirect ? {} : writtenSetting([name, setting], missing, { isThere, inside, lacksConfig })),
      ...(required === 'usual' ? ({ severity: 'info' } as const) : severityOfFact(certainty)),
    });
  }
  return meant;
}

type NamedSetting = readonly [name: string, setting: Setting];

/** The edit that writes a missing setting, or one `config` with all of them. */
function writtenSetting(
  [name, setting]: NamedSetting,
  missing: readonly NamedSetting[],
  {
    isThere,
    inside,
    lacksConfig,
  }: Pick<SettingPlace, 'inside' | 'lacksConfig'> & { readonly isThere: boolean },
): Pick<TrafficMistake, 'replace' | 'insert' | 'fixTitle'> {
  const value = writtenSample(name, setting);
  if (value === undefined) return {};
  if (isThere) return { replace: value, fixTitle: `write \`${name}: ${inlineYaml(value)}\`` };
  if (lacksConfig === undefined) return { insert: { inside, key: name, value } };
  const config = missing.flatMap(([settingName, of]) => {
    const sample = writtenSample(settingName, of);
    return sample === undefined ? [] : [[settingName, sample] as const];
  });
  const isFirst = name === missing[0]?.[0] && config.length === missing.length;
  return isFirst ? { insert: { inside: lacksConfig, key: 'config', value: Object.fromEntries(config) } } : {};
}

/**
 * A value of the right form, to be changed; undefined if a person chooses it, such as a limit, or declares its secret.
 */
function writtenSample(name: string, setting: Setting): Json | undefined {
  if (setting.type === 'int64' || setting.type === 'float64') return undefined;
  if (setting.type === 'string' && (setting.values ?? setting.knownValues ?? []).length > 1) return undefined;
  const sample = sampleSetting(name, setting);
  return JSON.stringify(sample).includes('$(secret:') ? undefined : sample;
}

/** The values of a `config`, and the settings that it can have. */
interface SettingValues {
  readonly values: JsonObject;
  readonly settings: SettingMap;
}

function reportUnknown(
  name: string,
  { values, settings }: SettingValues,
  { scope, action, inside, what }: SettingPlace,
): string | undefined {
  const other = action.otherKeys?.[name];
  const instead = typeof other === 'object' ? other.instead : undefined;
  const meant = meantSetting(name, { values, settings }, action);
  const all = Object.keys(settings);
  const help =
    meant === undefined
      ? (instead ??
        (all.length === 0 ? 'remove it: there are no settings' : `the settings are ${nearNames(name, all)}`))
      : `write \`${meant}\``;
  scope.check.report({
    rule: 'traffic-policy-setting-unknown',
    inside,
    on: 'key',
    message: `${quoted(name)} is not a setting of ${what}`,
    help,
    code: 2203,
    rename: meant,
  });
  return meant;
}

/** The setting that a wrong name probably means. */
function meantSetting(
  name: string,
  { values, settings }: SettingValues,
  { otherKeys }: TrafficAction,
): string | undefined {
  const open = Object.keys(settings).filter((settingName) => !Object.hasOwn(values, settingName));
  const other = otherKeys?.[name];
  if (typeof other === 'object') return undefined;
  if (other !== undefined && open.includes(other)) return other;
  const longer = open.filter((settingName) => settingName.startsWith(`${name}_`));
  if (longer.length === 1) return longer[0];
  return suggestions(name, open)[0] ?? fittingSetting(name, settings, values);
}

export function checkSetting(value: Json, setting: Setting, place: SettingPlace): void {
  const { scope, inside, what } = place;
  if (value === null) return;
  if (setting.deprecated !== undefined) {
    const { deprecated } = setting;
    scope.check.report({
      rule: 'traffic-policy-deprecated',
      inside,
      on: 'key',
      message: `${what} is deprecated`,
      help: deprecated === '' ? 'leave it out' : `write \`${deprecated}\``,
      rename: deprecated === '' ? undefined : deprecated,
    });
  }
  if (setting.phases !== undefined && !setting.phases.includes(scope.phase)) {
    scope.check.report({
      rule: 'traffic-policy-placement',
      inside,
      on: 'key',
      message: `${what} has no effect in ${scope.phase}`,
      severity: 'warn',
    });
  }
  switch (setting.type) {
    case 'string':
      if (typeof value === 'string') checkText(value, setting, place);
      else if (setting.isLoose !== true || typeof value === 'object') reportType(value, setting, place);
      return;
    case 'any':
      checkAny(value, setting, place);
      return;
    case 'boolean':
      if (typeof value !== 'boolean') reportType(value, setting, place);
      return;
    case 'int64':
    case 'float64':
      checkNumber(value, setting, place);
      return;
    case 'duration':
      checkDuration(value, setting, place);
      return;
    case 'list':
      checkList(value, setting, place);
      return;
    case 'map':
      checkMap(value, setting, place);
      return;
    case 'object':
      if (isJsonMap(value)) checkConfigSettings(value, setting.fields, place);
      else reportType(value, setting, place);
  }
}

function checkAny(value: Json, setting: Extract<Setting, { type: 'any' }>, place: SettingPlace): void {
  if (typeof value === 'string') checkAnyText(value, setting.expressions, place);
  else if (Array.isArray(value))
    value.forEach((item: Json, index) =>
      checkAny(item, setting, { ...place, inside: [...place.inside, index] }),
    );
  else if (isJsonMap(value))
    for (const [key, item] of Object.entries(value))
      checkAny(item, setting, { ...place, inside: [...place.inside, key] });
}

function checkList(value: Json, setting: ListSetting, place: SettingPlace): void {
  const { min = 0, max = Infinity, items, isUnique, code, required } = setting;
  const { what, inside } = place;
  if (!Array.isArray(value)) {
    reportType(value, setting, place);
    return;
  }
  const list = value as readonly Json[];
  if (list.length < min)
    reportValue(place, { message: `${what} is empty`, code: required === true ? 2223 : 2234 });
  if (list.length > max)
    reportValue(place, {
      message: `${what} has ${list.length} items; it can have ${max}`,
      code: code ?? 2218,
    });
  const seen = new Set<Json>();
  let { scope } = place;
  list.forEach((item, index) => {
    const before = scope;
    // Each variable is known to those after it, and in an item that has several names.
    if (place.action.changes === 'variables') scope = withVariables(item, scope);
    const isSeveral = isJsonMap(item) && Object.keys(item).length > 1;
    const at = { ...place, scope: isSeveral ? scope : before, inside: [...inside, index] };
    if (isUnique === true && seen.has(item))
      reportValue(at, {
        message: `${what} repeats ${quoted(JSON.stringify(item).replaceAll('"', ''))}`,
        code: 2231,
      });
    seen.add(item);
    if (item === null) reportValue(at, { message: `an item of ${what} is empty`, code: 2234 });
    else checkSetting(item, items, { ...at, what: `an item of ${what}` });
  });
}

function checkMap(value: Json, setting: MapSetting, place: SettingPlace): void {
  const { what, inside } = place;
  if (!isJsonMap(value)) {
    reportType(value, setting, place);
    return;
  }
  const names = Object.keys(value);
  const { min = 0, max = Infinity, code } = setting;
  if (min === 1 && max === 1) {
    if (names.length !== 1)
      reportValue(place, {
        message: `${what} must have one name, not ${names.length}`,
        help: 'begin a new item of the list for each name',
        code: code ?? 2203,
      });
  } else if (names.length < min) reportValue(place, { message: `${what} is empty`, code: 2223 });
  else if (names.length > max)
    reportValue(place, { message: `${what} has ${names.length} entries; it can have ${max}`, code: 2212 });
  checkMapKeys(names, setting, place);
  for (const name of names) {
    const item = value[name] ?? null;
    checkSetting(item, setting.values, { ...place, inside: [...inside, name], what: quoted(name) });
    if (setting.secretKeys?.test(name) === true && typeof item === 'string' && isClearText(item))
      reportClearText(
        item,
        { ...place, what: `the value of ${quoted(name)}`, inside: [...inside, name] },
        'warn',
      );
  }
}

/** The one required setting that is missing, if the value of the one unknown name has its type. */
function fittingSetting(name: string, settings: SettingMap, values: JsonObject): string | undefined {
  if (
    Object.keys(values).some(
      (settingName) => settingName !== name && settingNamed(settings, settingName) === undefined,
    )
  )
    return undefined;
  const [only, ...others] = Object.entries(settings).filter(
    ([settingName, { required }]) => required === true && !hasValue(values[settingName]),
  );
  return only !== undefined && others.length === 0 && isOfType(values[name], only[1]) ? only[0] : undefined;
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
