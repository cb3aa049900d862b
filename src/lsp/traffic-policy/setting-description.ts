import type { Setting } from '../../kinds/policy/setting.ts';
import type { TrafficAction } from '../../kinds/policy/traffic-action.ts';

/** Describes an action in Markdown. */
export function actionDescription({ type, title, doc, phases, refusals, source }: TrafficAction): string {
  const facts = [
    `- phases: ${phases.map((phase) => `\`${phase}\``).join(', ')}`,
    ...(refusals.length === 0 ? [] : [`- errors: ${refusals.join(', ')}`]),
    `- source: ${source}`,
  ];
  return [`**${type}** (${title})`, doc, facts.join('\n')].join('\n\n');
}

/** Describes a setting in Markdown. */
export function settingDescription(name: string, setting: Setting): string {
  const facts = settingFacts(setting).map((fact) => `- ${fact}`);
  return [`**${name}**`, setting.doc, ...(facts.length === 0 ? [] : [facts.join('\n')])].join('\n\n');
}

function settingFacts(setting: Setting): readonly string[] {
  const values = settingValues(setting);
  const limits = [
    ...('min' in setting ? [`at least ${setting.min}`] : []),
    ...('max' in setting ? [`at most ${setting.max}`] : []),
  ];
  return [
    `type: ${setting.type}`,
    ...(setting.required === undefined ? [] : ['required']),
    ...(setting.default === undefined ? [] : [`default: \`${String(setting.default)}\``]),
    ...(values.length === 0 ? [] : [`values: ${values.map((value) => `\`${value}\``).join(', ')}`]),
    ...(limits.length === 0 ? [] : [`limits: ${limits.join(', ')}`]),
    ...(setting.secret === undefined ? [] : ['a secret: write `$(secret:NAME)`']),
    ...(setting.deprecated === undefined ? [] : [`deprecated: ${setting.deprecated}`]),
  ];
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
