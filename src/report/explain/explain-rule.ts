import { severityWords } from '../../model/diagnostic.ts';
import { severitiesInWords, type RuleText, sourceInWords } from '../../model/lint/rule.ts';
import type { Policy } from '../../model/policy.ts';
import { inertLine } from '../text/inert.ts';
import { explanationText, type ExplanationPart } from './explanation-text.ts';

/** `edgewright explain <rule>`. */
export function renderRule(rule: RuleText): string {
  return explanationText(`${rule.id} (${rule.group})`, ruleParts(rule));
}

/** The rule's mistake, its consequence, a wrong and a right example, and its settings. */
export function ruleParts(rule: RuleText): readonly ExplanationPart[] {
  const { id, summary, why, fix, bad, good, options } = rule;
  return [
    { prose: summary },
    { prose: why },
    {
      facts: [
        { label: 'source', text: sourceInWords(rule) },
        { label: 'severity', text: severitiesInWords(rule) },
        { label: 'fix', text: fixWords[fix] },
      ],
    },
    { title: 'Wrong', code: bad },
    { title: 'Right', code: good },
    ...(options === undefined ? [] : [{ title: 'Options', code: JSON.stringify(options, undefined, 2) }]),
    {
      prose:
        rule.ignorable === false
          ? 'It cannot be suppressed.'
          : `To suppress it: \`# edgewright-ignore ${id}: reason\` on the line or above it.`,
    },
  ];
}

/** `edgewright explain policy/<name>`. */
export function renderPolicy(policy: Policy): string {
  return explanationText(`policy/${policy.name}`, policyParts(policy));
}

/** The policy's message, conditions, kinds and settings. */
export function policyParts(policy: Policy): readonly ExplanationPart[] {
  const { name, kinds, where, assert, message, why, severity } = policy;
  return [
    { prose: message.text, isForeign: true },
    ...(why === undefined ? [] : [{ prose: why, isForeign: true } as const]),
    {
      facts: [
        { label: 'kinds', text: kinds.join(', ') },
        { label: 'severity', text: severityWords[severity] },
        { label: 'written', text: 'edgewright.yaml, `policies`' },
      ],
    },
    ...(where === undefined ? [] : [{ title: 'Where', code: inertLines(where.text) }]),
    { title: 'Assert', code: inertLines(assert.text) },
    { prose: `To silence it: \`# edgewright-ignore policy/${name}: reason\` on the line or above it.` },
  ];
}

const fixWords: Readonly<Record<RuleText['fix'], string>> = {
  safe: 'yes, --fix',
  unsafe: 'a suggestion, --fix --unsafe',
  none: 'none',
};

/** Policies come from the workspace; the examples of rules are shown as they are. */
function inertLines(text: string): string {
  return text.split('\n').map(inertLine).join('\n');
}

/** A rule as `rules --format json` lists it. */
export type RuleRow = Pick<
  RuleText,
  'id' | 'group' | 'severity' | 'source' | 'isMust' | 'summary' | 'why' | 'bad' | 'good' | 'fix'
> & { readonly ignorable: boolean; readonly options: NonNullable<RuleText['options']> };

/** The rules by group and id, without their code. */
export function rulesTable(rules: readonly RuleText[]): readonly RuleRow[] {
  return [...rules]
    .sort((a, b) => (key(a) < key(b) ? -1 : 1))
    .map(
      ({ id, group, severity, source, isMust, summary, why, bad, good, fix, ignorable, options = {} }) => ({
        id,
        group,
        severity,
        source,
        isMust,
        summary,
        why,
        bad,
        good,
        fix,
        ignorable: ignorable !== false,
        options,
      }),
    );
}

function key({ group, id }: RuleText): string {
  return `${group}\0${id}`;
}

export function rulesJson(rules: readonly RuleText[]): string {
  return `${JSON.stringify({ format: 1, rules: rulesTable(rules) }, undefined, 2)}\n`;
}

/** One line for each rule, by group: id, severity in each preset, fix, summary. */
export function rulesText(rules: readonly RuleText[]): string {
  const table = rulesTable(rules);
  const width = Math.max(...table.map(({ id }) => id.length));
  const lines = [`${'rule'.padEnd(width)}  minimal recommended strict  fix`];
  let group = '';
  for (const row of table) {
    if (row.group !== group) lines.push('', row.group);
    ({ group } = row);
    const { minimal, recommended, strict } = row.severity;
    const levels = [short(minimal).padEnd(7), short(recommended).padEnd(11), short(strict).padEnd(7)].join(
      ' ',
    );
    lines.push(`${row.id.padEnd(width)}  ${levels} ${fixes[row.fix]}  ${row.summary}`);
  }
  const notes = 'fix: S safe, `--fix`; U a suggestion, `--fix --unsafe`. More: `edgewright explain <rule>`';
  return `${[...lines, '', `${table.length} rules`, notes].join('\n')}\n`;
}

const fixes: Readonly<Record<RuleText['fix'], string>> = { safe: ' S ', unsafe: ' U ', none: ' - ' };

function short(level: RuleText['severity']['strict']): string {
  return level === 'off' ? '-' : severityWords[level];
}
