import type { Setting, SettingForm, SettingMap, TextSetting } from '../../kinds/policy/setting.ts';
import type { TrafficAction } from '../../kinds/policy/traffic-action.ts';
import type { Json } from '../../model/value.ts';
import type { SettingCondition } from '../../kinds/policy/setting-rule.ts';

/** A policy with the action and all that it needs, and with the setting at the path. */
export function examplePolicy(action: TrafficAction, path: readonly string[] = []): Json {
  const config = withNeeded(action.settings, neededSettings(action, path), path);
  const isEmpty = Object.keys(config).length === 0;
  return oneActionPolicy(phaseOf(action, path), { type: action.type, ...(isEmpty ? {} : { config }) });
}

export function oneActionPolicy(phase: string, action: Json): Json {
  return { [phase]: [{ actions: [action] }] };
}

/** The phase of requests, in which most actions are used, if the action and the setting have it. */
function phaseOf({ phases, settings }: TrafficAction, [name = '']: readonly string[]): string {
  const possible = settings[name]?.phases ?? phases;
  return possible.find((phase) => phase === 'on_http_request') ?? possible[0] ?? '';
}

/** The required settings, that of the path, and those that rules ask for beside them. */
function neededSettings(
  { settings, rules = [] }: TrafficAction,
  path: readonly string[],
): ReadonlySet<string> {
  const needed = new Set(path.slice(0, 1));
  for (const [name, { required }] of Object.entries(settings)) if (required !== undefined) needed.add(name);
  const hasOneOf = (names: readonly string[]): boolean => names.some((name) => needed.has(name));
  const isTrue = ({ setting: name, is: values }: SettingCondition): boolean => {
    const setting = settings[name];
    if (setting === undefined || !needed.has(name)) return false;
    return values === undefined || values.some((value) => value === sampleSetting(name, setting, []));
  };
  for (let before = -1; before < needed.size;) {
    before = needed.size;
    for (const rule of rules) {
      if (rule.rule === 'any-of' && !hasOneOf(rule.settings)) needed.add(rule.settings[0] ?? '');
      if (rule.rule === 'needs' && isTrue(rule.when)) {
        if (!hasOneOf(rule.anyOf)) needed.add(rule.anyOf[0] ?? '');
      }
    }
  }
  return needed;
}

function withNeeded(
  settings: SettingMap,
  needed: ReadonlySet<string>,
  path: readonly string[],
): { readonly [key: string]: Json } {
  const shown = Object.entries(settings).filter(
    ([name, { required }]) => required !== undefined || needed.has(name),
  );
  return Object.fromEntries(
    shown.map(([name, setting]) => [
      name,
      sampleSetting(name, setting, name === path[0] ? path.slice(1) : []),
    ]),
  );
}

/** A value of the right form. */
export function sampleSetting(name: string, setting: Setting, path: readonly string[] = []): Json {
  switch (setting.type) {
    case 'string':
      if (setting.secret === 'after-colon') return 'someone:$(secret:EXAMPLE)';
      if (setting.secret === true) return '$(secret:EXAMPLE)';
      if (setting.expressions === 'whole') return 'conn.client_ip';
      return setting.values?.[0] ?? setting.knownValues?.[0] ?? sampleText(setting);
    case 'boolean':
      return setting.default !== true;
    case 'int64':
    case 'float64':
      return setting.values?.[0] ?? setting.usual?.min ?? setting.min ?? 1;
    case 'duration':
      return setting.min ?? '60s';
    case 'list':
      return [sampleSetting(name, setting.items, path)];
    case 'map':
      return {
        [setting.keyForm === 'header-name' ? 'x-example' : 'example']: sampleSetting(
          name,
          setting.values,
          path,
        ),
      };
    case 'object':
      return withNeeded(setting.fields, new Set(path.slice(0, 1)), path);
    case 'any':
      return 'example';
  }
}

function sampleText({ form, schemes, hostEnd }: TextSetting): string {
  if (form === 'url') return `${schemes?.[0] ?? 'https'}://example${hostEnd ?? '.com'}`;
  return form === undefined ? 'example' : samples[form];
}

const samples: Readonly<Record<Exclude<SettingForm, 'url'>, string>> = {
  ca: '-----BEGIN CERTIFICATE-----',
  certificate: '-----BEGIN CERTIFICATE-----',
  cidr: '203.0.113.0/24',
  credentials: 'someone:$(secret:EXAMPLE)',
  domain: 'example.com',
  'header-name': 'x-example',
  'header-value': 'example',
  identifier: 'example',
  'ip-policy-id': 'ipp_1example',
  'private-key': '$(secret:EXAMPLE)',
  regex: '/old/(.*)',
  replacement: '/new/$1',
};
