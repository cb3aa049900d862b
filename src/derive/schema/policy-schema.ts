/**
 * The language of traffic policies as a JSON Schema for editors: of a policy file, and of a mapping in a resource, in
 * which a variable may stand for any value. It reports what the service is known to refuse; what lint only warns of is
 * accepted.
 */
import { trafficActions } from '../../kinds/policy/index.ts';
import { olderPhases, phaseNames, policyPhases, type PhaseName } from '../../kinds/policy/phases.ts';
import { keysBesidePhases } from '../../kinds/policy/policy-form.ts';
import type {
  ListSetting,
  MapSetting,
  NumberSetting,
  Setting,
  SettingMap,
  TextSetting,
} from '../../kinds/policy/setting.ts';
import type { TrafficAction } from '../../kinds/policy/traffic-action.ts';
import { settingLimits, settingType } from '../policy-language/setting-facts.ts';
import { wholeVariable } from './expression-patterns.ts';
import { refTo, type Definitions, type JsonSchema } from './json-schema.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';
import { capitalized } from '../../text/words/capitalized.ts';

/** Where a policy is written. */
export type PolicyForm = 'file' | 'mapping';

/** The keywords of a policy; they leave a value alone that is not a mapping. */
export function policyKeywords(): JsonSchema {
  const others = [...keysBesidePhases, ...Object.keys(olderPhases)];
  return {
    properties: Object.fromEntries(
      phaseNames.map((phase) => [
        phase,
        { ...refTo(`policy.${phase}`), description: policyPhases[phase].doc },
      ]),
    ),
    // Accepted, but not offered.
    patternProperties: { [`^(${others.join('|')})$`]: {} },
    additionalProperties: false,
  };
}

export function policyDefinitions(form: PolicyForm): Definitions {
  return Object.fromEntries([
    ...phaseNames.map((phase) => [`policy.${phase}`, rulesOf(phase, form)] as const),
    ...phaseNames.map((phase) => [`policy.${phase}.action`, actionIn(phase)] as const),
    ...trafficActions.map((action) => [`policy.config.${action.type}`, configOf(action, form)] as const),
  ]);
}

function rulesOf(phase: PhaseName, form: PolicyForm): JsonSchema {
  const rules: JsonSchema = {
    type: 'array',
    items: {
      type: 'object',
      properties: {
        name: { description: 'A name of the rule, for people.' },
        expressions: {
          type: 'array',
          items: { type: 'string' },
          description:
            'The conditions of the rule: its actions run if all are true. Without any they always run.',
        },
        actions: {
          type: 'array',
          minItems: 1,
          items: refTo(`policy.${phase}.action`),
          description: 'The actions of the rule, in the order in which they run.',
        },
      },
      // An action instead of a rule is accepted, but not offered.
      patternProperties: { '^(type|config)$': {} },
      additionalProperties: false,
      if: { required: ['type'] },
      else: { required: ['actions'] },
    },
  };
  return orVariableIn(form, rules, 'a list of rules');
}

const ofConfig = { description: 'The settings of the action.' };

function actionIn(phase: PhaseName): JsonSchema {
  const inPhase = trafficActions.filter(({ phases }) => phases.includes(phase));
  const types = inPhase.filter(({ status }) => status === undefined).map(({ type }) => type);
  // Another name may be an action of the workspace or a new one: lint warns of it.
  const wrong = trafficActions.flatMap(({ type, phases, otherNames = [], formerNames = [] }) => [
    ...(phases.includes(phase) ? [] : [type]),
    ...otherNames.filter((name) => !formerNames.includes(name)),
  ]);
  return {
    type: 'object',
    required: ['type'],
    properties: {
      type: {
        type: 'string',
        description: 'The action.',
        examples: types,
        if: { enum: wrong },
        then: { enum: types },
      },
      config: ofConfig,
    },
    additionalProperties: false,
    allOf: inPhase.map(({ type }) => ({
      // A type, because a null passes `required`, and an editor would offer the settings of all actions.
      if: { type: 'object', required: ['type'], properties: { type: { const: type } } },
      then: { properties: { config: { ...refTo(`policy.config.${type}`), ...ofConfig } } },
    })),
  };
}

function configOf({ doc, settings }: TrafficAction, form: PolicyForm): JsonSchema {
  const schema = objectOf(settings, form);
  // One setting that may also be written without its name.
  const { required: _required, additionalProperties: _rest, ...open } = schema;
  const [only, ...others] = Object.values(settings);
  const isOne = others.length === 0 && ['list', 'map', 'object', 'any'].includes(only?.type ?? '');
  return { ...(isOne ? open : schema), type: ['object', 'null'], description: doc };
}

function objectOf(settings: SettingMap, form: PolicyForm): JsonSchema {
  const shown = Object.entries(settings);
  const required = shown
    .filter(([, setting]) => setting.required === true && isCertain(setting))
    .map(([name]) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(shown.map(([name, setting]) => [name, describedSetting(setting, form)])),
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  };
}

function describedSetting(setting: Setting, form: PolicyForm): JsonSchema {
  const facts = [settingType(setting), settingLimits(setting)]
    .filter((fact) => fact !== undefined)
    .join(', ');
  const text = `${setting.doc}\n\n${capitalized(facts)}.`;
  return { ...settingSchema(setting, form), description: text };
}

function settingSchema(setting: Setting, form: PolicyForm): JsonSchema {
  const inWords = settingType(setting);
  switch (setting.type) {
    case 'string':
      return textSchema(setting, form);
    case 'boolean':
      return orVariableIn(form, { type: 'boolean' }, inWords);
    case 'int64':
    case 'float64':
      return orVariableIn(form, numberSchema(setting), inWords);
    case 'duration':
      // A number without a unit is a warning of lint.
      return { type: ['string', 'number'] };
    case 'list':
      return orVariableIn(form, listSchema(setting, form), inWords);
    case 'map':
      return orVariableIn(form, mapSchema(setting, form), inWords);
    case 'object':
      return orVariableIn(form, objectOf(setting.fields, form), inWords);
    case 'any':
      return {};
  }
}

/** Values are checked where nothing is filled in later. */
function textSchema(
  { values, knownValues, isLoose, maxLength, form: textForm, ...setting }: TextSetting,
  form: PolicyForm,
): JsonSchema {
  // Without quotes, a version is a number, of which lint warns.
  const numbers = values?.map(Number).filter((value) => !Number.isNaN(value)) ?? [];
  const limits = {
    ...(values === undefined || !isCertain(setting) ? {} : { enum: [...values, ...numbers] }),
    ...(maxLength === undefined || textForm === 'credentials' || !isCertain(setting) ? {} : { maxLength }),
  };
  const filledIn = form === 'mapping' ? '\\$\\(|\\$\\{' : '\\$\\{';
  const examples = values ?? knownValues;
  return {
    type:
      isLoose === true
        ? ['string', 'number', 'boolean']
        : numbers.length > 0
          ? ['string', 'number']
          : 'string',
    ...withoutUndefined({ examples }),
    ...(Object.keys(limits).length === 0 ? {} : { if: { type: 'string', pattern: filledIn }, else: limits }),
  };
}

function numberSchema(setting: NumberSetting): JsonSchema {
  const { type, min, max, values } = setting;
  const hasLimits = isCertain(setting);
  return {
    type: type === 'int64' ? 'integer' : 'number',
    ...withoutUndefined({ enum: values }),
    ...(min === undefined || !hasLimits ? {} : { minimum: min }),
    ...(max === undefined || !hasLimits ? {} : { maximum: max }),
  };
}

function listSchema({ items, min, max, isUnique }: ListSetting, form: PolicyForm): JsonSchema {
  return {
    type: 'array',
    items: settingSchema(items, form),
    ...withoutUndefined({
      minItems: min,
      maxItems: max,
      uniqueItems: isUnique === undefined ? undefined : true,
    }),
  };
}

function mapSchema({ values, min, max }: MapSetting, form: PolicyForm): JsonSchema {
  return {
    type: 'object',
    additionalProperties: settingSchema(values, form),
    ...withoutUndefined({ minProperties: min, maxProperties: max }),
  };
}

function orVariableIn(form: PolicyForm, schema: JsonSchema, inWords: string): JsonSchema {
  if (form === 'file') return schema;
  return {
    ...schema,
    type: [schema['type'] as string, 'string'],
    pattern: wholeVariable,
    patternErrorMessage: `must be ${inWords}, or a variable: \`$(name)\``,
  };
}

/** A mistake in what is not documented is a warning of lint. */
function isCertain({ certainty }: Pick<Setting, 'certainty'>): boolean {
  return certainty === undefined || certainty === 'documented';
}
