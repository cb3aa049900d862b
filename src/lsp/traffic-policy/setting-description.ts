import { actionFacts } from '../../derive/policy-language/action-facts.ts';
import { settingFacts } from '../../derive/policy-language/setting-facts.ts';
import type { Setting } from '../../kinds/policy/setting.ts';
import type { TrafficAction } from '../../kinds/policy/traffic-action.ts';

/** Describes an action in Markdown. */
export function actionDescription(action: TrafficAction): string {
  const facts = actionFacts(action).map(({ label, text }) => `- ${label}: ${text}`);
  return [`**${action.type}** (${action.title})`, action.doc, facts.join('\n')].join('\n\n');
}

/** Describes a setting in Markdown. */
export function settingDescription(name: string, setting: Setting): string {
  const facts = settingFacts(setting).map(({ label, text }) => `- ${label}: ${text}`);
  return [`**${name}**`, setting.doc, facts.join('\n')].join('\n\n');
}

/** The values that a setting is known to take. */
export function settingValues(setting: Setting): readonly string[] {
  switch (setting.type) {
    case 'boolean':
      return ['true', 'false'];
    case 'string':
      return setting.values ?? setting.knownValues ?? [];
    case 'int64':
    case 'float64':
      return (setting.values ?? []).map(String);
    case 'duration':
    case 'list':
    case 'map':
    case 'object':
    case 'any':
      return [];
  }
}
