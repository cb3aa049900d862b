import { actionNames, actionOf, trafficActions } from '../../kinds/policy/index.ts';
import { policyDialectDate } from '../../kinds/policy/dialect.ts';
import { isPhaseName, phaseNames, policyPhases, type PhaseName } from '../../kinds/policy/phases.ts';
import type { SettingMap } from '../../kinds/policy/setting.ts';
import type { TrafficAction } from '../../kinds/policy/traffic-action.ts';
import { headingPage, languagePage } from '../explain/docs-address.ts';
import type { Explanation, Fact } from '../explain/explanation.ts';
import { suggestions } from '../../text/suggest.ts';
import { actionFacts, settingRulesInWords } from './action-facts.ts';
import {
  functionsOfLanguage,
  membersOfVariable,
  phasesOfVariable,
  variablesOfLanguage,
  variableType,
} from './language-names.ts';
import { settingPage } from './policy-address.ts';
import { examplePolicy, oneActionPolicy } from './policy-example.ts';
import { membersOfSetting, settingBelow, settingFacts } from './setting-facts.ts';
import { firstSentence } from '../../text/words/first-sentence.ts';
import { codeList } from '../../text/words/list-words.ts';

const prefix = 'policy.';

/**
 * Explains the language of traffic policies: `restrict-ips`, `rate-limit.capacity`, `policy.phases`,
 * `policy.variables.conn.geo`; undefined for other subjects.
 */
export function explainLanguage(subject: string): Explanation | undefined {
  const [first = '', ...steps] = subject.split('.');
  const action = actionOf(first);
  if (action !== undefined) return explainAction(action, steps);
  if (isPhaseName(subject)) return explainPhase(subject);
  if (!subject.startsWith(prefix)) return undefined;
  const [part = '', ...names] = steps;
  const known = Object.hasOwn(parts, part) ? parts[part] : undefined;
  const name = names.join('.');
  return name === '' ? known && explainPart(part, known) : known?.explain(name);
}

/** All subjects that `explainLanguage` knows, without settings and methods. */
export function languageSubjects(): readonly string[] {
  return [
    ...actionNames,
    ...phaseNames,
    ...Object.keys(parts).map((part) => prefix + part),
    ...variablesOfLanguage().map(({ name }) => `${prefix}variables.${name}`),
    ...functionsOfLanguage().map(({ name }) => `${prefix}functions.${name}`),
  ];
}

export function languageMeant(subject: string): readonly string[] {
  const [first = '', ...steps] = subject.split('.');
  const action = actionOf(first);
  if (action === undefined) return suggestions(subject, languageSubjects());
  const holder = steps.length < 2 ? undefined : settingBelow(action.settings, steps.slice(0, -1));
  const settings = steps.length < 2 ? action.settings : holder && membersOfSetting(holder);
  const before = [first, ...steps.slice(0, -1)].join('.');
  return suggestions(steps.at(-1) ?? '', Object.keys(settings ?? {})).map((name) => `${before}.${name}`);
}

function explainAction(action: TrafficAction, steps: readonly string[]): Explanation | undefined {
  const { type, title, doc, settings } = action;
  if (steps.length === 0) {
    const rules = settingRulesInWords(action).map((text) => ({ label: 'rule', text }));
    return {
      ...common(type),
      title,
      doc,
      page: settingPage(action, []),
      facts: [...actionFacts(action), ...rules],
      inside: 'Settings',
      fields: settingList(settings),
      example: examplePolicy(action),
      readOn: [
        ...Object.keys(settings)
          .slice(0, 1)
          .map((name) => `edgewright explain ${type}.${name}`),
        `edgewright explain ${prefix}actions`,
      ],
    };
  }
  const setting = settingBelow(settings, steps);
  if (setting === undefined) return undefined;
  return {
    ...common([type, ...steps].join('.')),
    title: steps.at(-1) ?? '',
    doc: setting.doc,
    page: settingPage(action, steps),
    facts: settingFacts(setting),
    inside: 'Settings',
    fields: settingList(membersOfSetting(setting)),
    example: examplePolicy(action, steps),
    readOn: [`edgewright explain ${[type, ...steps.slice(0, -1)].join('.')}`],
  };
}

function settingList(settings: SettingMap): readonly Fact[] {
  return Object.entries(settings).map(([label, { doc, required, deprecated }]) => ({
    label,
    text: `${required === true ? '(required) ' : deprecated === undefined ? '' : '(deprecated) '}${firstSentence(doc)}`,
  }));
}

function explainPhase(phase: PhaseName): Explanation {
  const { doc, protocols, variables } = policyPhases[phase];
  return {
    ...common(phase),
    title: 'phase',
    doc,
    page: headingPage(languagePage, phase),
    facts: [
      { label: 'protocols', text: codeList(protocols) },
      { label: 'variables', text: codeList(variables) },
    ],
    inside: 'Actions',
    fields: trafficActions
      .filter(({ phases }) => phases.includes(phase))
      .map(({ type, doc: text }) => ({ label: type, text: firstSentence(text) })),
    example: exampleOfPhase(phase),
    readOn: [`edgewright explain ${prefix}phases`],
  };
}

function exampleOfPhase(phase: PhaseName): Explanation['example'] {
  const action = trafficActions.find(({ role, phases }) => role === 'observes' && phases.includes(phase));
  return action && oneActionPolicy(phase, { type: action.type });
}

interface PartOfLanguage {
  readonly doc: string;
  readonly names: () => readonly Fact[];
  /** A subject for further reading. */
  readonly example: string;
  readonly explain: (name: string) => Explanation | undefined;
}

const parts: Readonly<Record<string, PartOfLanguage>> = {
  actions: {
    doc: 'The actions of traffic policies.',
    names: () => trafficActions.map(({ type, doc }) => ({ label: type, text: firstSentence(doc) })),
    example: actionNames[0] ?? '',
    explain: explainLanguage,
  },
  phases: {
    doc: 'A traffic policy has a list of rules for each of its phases, which run in this order.',
    names: () => phaseNames.map((label) => ({ label, text: policyPhases[label].doc })),
    example: phaseNames[1] ?? '',
    explain: (name) => (isPhaseName(name) ? explainPhase(name) : undefined),
  },
  variables: {
    doc: 'The variables of expressions. Variables of the policy itself are below `vars`, the results of its actions below `actions`.',
    names: () =>
      variablesOfLanguage()
        .map(({ name, variable: { type, doc } }) => ({ name, type: variableType(type), doc }))
        .filter(({ type }) => type !== 'object')
        .map(({ name, type, doc }) => ({ label: name, text: `(${type}) ${doc}` })),
    example: `${prefix}variables.conn.client_ip`,
    explain: explainVariable,
  },
  functions: {
    doc: 'The functions of expressions, then the methods of values, by the type that has them.',
    names: functionsOfLanguage,
    example: `${prefix}functions.inCidrRange`,
    explain: explainFunction,
  },
};

function explainPart(title: string, { doc, names, example }: PartOfLanguage): Explanation {
  return {
    ...common(`${prefix}${title}`),
    title,
    doc,
    page: headingPage(languagePage, title),
    facts: [{ label: 'language', text: `as documented on ${policyDialectDate}` }],
    fields: names(),
    example: undefined,
    readOn: [`edgewright explain ${example}`],
  };
}

function explainVariable(name: string): Explanation | undefined {
  const found = variablesOfLanguage().find((variable) => variable.name === name)?.variable;
  if (found === undefined) return undefined;
  return {
    ...common(`${prefix}variables.${name}`),
    title: 'variable',
    doc: found.doc,
    page: headingPage(languagePage, 'variables'),
    facts: [
      { label: 'type', text: variableType(found.type) },
      { label: 'phases', text: codeList(phasesOfVariable(name)) },
    ],
    fields: Object.entries(membersOfVariable(found)).map(([label, { doc }]) => ({ label, text: doc })),
    example: undefined,
    readOn: [`edgewright explain ${prefix}variables`],
  };
}

function explainFunction(name: string): Explanation | undefined {
  const found = functionsOfLanguage().filter(
    (candidate) => candidate.name === name || candidate.name.endsWith(`.${name}`),
  );
  const [first] = found;
  if (first === undefined) return undefined;
  return {
    ...common(`${prefix}functions.${name}`),
    title: 'function',
    doc: first.text,
    page: headingPage(languagePage, 'functions'),
    facts: [],
    fields: found.map(({ label, text }) => ({ label, text })),
    example: undefined,
    readOn: [`edgewright explain ${prefix}functions`],
  };
}

function common(subject: string): Pick<Explanation, 'subject' | 'note'> {
  return { subject, note: 'traffic-policy' };
}
