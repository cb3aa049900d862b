import { headingPage, languagePage } from '../explain/docs-address.ts';
import { actionOf } from '../../kinds/policy/index.ts';
import { isPhaseName } from '../../kinds/policy/phases.ts';
import type { Setting, SettingMap } from '../../kinds/policy/setting.ts';
import type { TrafficAction } from '../../kinds/policy/traffic-action.ts';
import type { Path } from '../../model/value.ts';
import { membersOfSetting } from './setting-facts.ts';

/** A setting of an action, under the name of its heading: `jwt-validation.http.tokens[].type`. */
interface ActionSetting {
  readonly heading: string;
  readonly setting: Setting;
}

/** All settings of an action, each before those inside it. */
export function actionSettings({ type, settings }: TrafficAction): readonly ActionSetting[] {
  return settingsOf(type, settings);
}

function settingsOf(holder: string, settings: SettingMap): readonly ActionSetting[] {
  return Object.entries(settings).flatMap(([name, setting]) => {
    const heading = `${holder}.${name}`;
    return [{ heading, setting }, ...settingsOf(heading + mark(setting), membersOfSetting(setting))];
  });
}

function mark({ type }: Setting): string {
  return type === 'list' ? '[]' : '';
}

/**
 * The heading of the last setting of an action on a path, or of the action, below docs/ and below `lint.docs_url`. The
 * indexes of items may be left out, as in the subjects of `explain`.
 */
export function settingPage({ type, settings }: TrafficAction, path: Path): string {
  const names = path.filter((step) => typeof step === 'string');
  let heading = type;
  let holder = type;
  let inside = settings;
  for (const name of names) {
    const setting = Object.hasOwn(inside, name) ? inside[name] : undefined;
    if (setting === undefined) break;
    heading = `${holder}.${name}`;
    holder = heading + mark(setting);
    inside = membersOfSetting(setting);
  }
  return headingPage(languagePage, heading);
}

/** The heading of a place in a traffic policy. `typeOf` returns the `type` of the action at a path of the policy. */
export function policyPage(path: Path, typeOf: (action: Path) => unknown): string {
  const [phase, rule, part] = path;
  if (phase === undefined) return languagePage;
  if (rule === undefined)
    return headingPage(languagePage, typeof phase === 'string' && isPhaseName(phase) ? phase : 'phases');
  if (part === 'expressions') return headingPage(languagePage, 'expressions');
  const steps = stepsToAction(path);
  if (steps === undefined) return headingPage(languagePage, 'rules');
  const type = typeOf(path.slice(0, steps));
  const action = typeof type === 'string' ? actionOf(type) : undefined;
  if (action === undefined) return headingPage(languagePage, 'actions');
  const [key, ...inConfig] = path.slice(steps);
  // A setting beside `config` belongs in it.
  return settingPage(action, key === 'config' ? inConfig : key === undefined ? [] : [key]);
}

/** The length of the path of the action on a path; undefined for a part of a rule. An action may be a rule. */
function stepsToAction([, , part, item]: Path): number | undefined {
  if (part === 'actions') return item === undefined ? undefined : 4;
  return part === 'type' || part === 'config' ? 2 : undefined;
}
