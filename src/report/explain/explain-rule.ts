import { type RuleText, sourceInWords } from '../../model/lint/rule.ts';
import type { Policy } from '../../model/policy.ts';
import { severityWords } from '../findings/lint-report.ts';
import { wrap } from '../text/flow-text.ts';
import { inertLine } from '../text/inert.ts';

const columns = 80;

/** `edgewright explain <rule>`: the rule's mistake, its consequence, a wrong and a right example, and its settings. */
export function renderRule(rule: RuleText): string {
  const parts = [
    `${rule.id} (${rule.group})`,
    paragraph(rule.summary),
    paragraph(rule.why),
    facts([
      ['source', sourceInWords(rule)],
      ['severity', severities(rule)],
      ['fix', fixWords[rule.fix]],
    ]),
    `Wrong\n${indented(rule.bad)}`,
    `Right\n${indented(rule.good)}`,
    ...(rule.options === undefined
      ? []
      : [`Options\n${indented(JSON.stringify(rule.options, undefined, 2))}`]),
    rule.ignorable === false
      ? '  It cannot be suppressed.'
      : paragraph(`To suppress it: \`# edgewright-ignore ${rule.id}: reason\` on the line or above it.`),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** `edgewright explain policy/<name>`: the policy's message, conditions, kinds and settings. */
export function renderPolicy(policy: Policy): string {
  const { name, kinds, where, assert, message, why, severity } = policy;
  const parts = [
    `policy/${name}`,
    paragraph(message.text),
    ...(why === undefined ? [] : [paragraph(why)]),
    facts([
      ['kinds', kinds.join(', ')],
      ['severity', severityWords[severity]],
      ['written', 'edgewright.yaml, `policies`'],
    ]),
    ...(where === undefined ? [] : [`Where\n${inertLines(where.text)}`]),
    `Assert\n${inertLines(assert.text)}`,
    paragraph(`To silence it: \`# edgewright-ignore policy/${name}: reason\` on the line or above it.`),
  ];
  return `${parts.join('\n\n')}\n`;
}

function facts(rows: readonly (readonly [label: string, text: string])[]): string {
  return rows.map(([label, text]) => `  ${label.padEnd(10)}${inertLine(text)}`).join('\n');
}

const fixWords: Readonly<Record<RuleText['fix'], string>> = {
  safe: 'yes, --fix',
  unsafe: 'a suggestion, --fix --unsafe',
  none: 'none',
};

/** "error", or by preset if they differ: "minimal off, recommended warning, strict error". */
export function severities({ severity }: RuleText): string {
  const { minimal, recommended, strict } = severity;
  if (minimal === recommended && recommended === strict) return severityWords[strict];
  return `minimal ${severityWords[minimal]}, recommended ${severityWords[recommended]}, strict ${severityWords[strict]}`;
}

function paragraph(text: string): string {
  return wrap(inertLine(text.replaceAll(/\s+/g, ' ').trim()), columns - 2)
    .map((line) => `  ${line}`)
    .join('\n');
}

export function indented(text: string): string {
  return text.trimEnd().replaceAll(/^(?=.)/gm, '  ');
}

/** Policies come from the workspace; the examples of rules are shown as they are. */
function inertLines(text: string): string {
  const lines = text.trimEnd().split('\n');
  return lines.map((line) => `  ${inertLine(line)}`).join('\n');
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
