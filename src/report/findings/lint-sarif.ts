import type { Severity } from '../../model/diagnostic.ts';
import type { LintResult } from '../../model/lint/lint-result.ts';
import type { RuleText } from '../../model/lint/rule.ts';
import { renderRule, ruleParts } from '../explain/explain-rule.ts';
import { explanationMarkdown } from '../explain/explanation-text.ts';
import { fingerprints } from './lint-lines.ts';
import { fieldLinkWords } from './field-link.ts';
import { reportFindings, type ReportFinding, type ReportFix, type ReportPlace } from './lint-report.ts';
import { inertLine } from '../text/inert.ts';
import { jsonText } from '../text/json.ts';
import { jsonPointer } from '../../text/pointer.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';
import { findingLines } from './finding-text.ts';

export interface SarifOptions {
  readonly version: string;
  /** The page of the tool. */
  readonly homepage: string;
  readonly rules: readonly RuleText[];
  /** The workspace's folder in the repository: empty, or with a final `/`. */
  readonly folder?: string;
}

const root = '%SRCROOT%';

/** SARIF 2.1.0 (OASIS), limited to what GitHub's code scanning reads. */
export function lintSarif(
  result: LintResult,
  { version, homepage, rules, folder = '' }: SarifOptions,
): string {
  const findings = reportFindings(result, folder);
  const used = [...new Set(findings.map(({ rule }) => rule))].sort();
  const urls = new Map(
    findings.flatMap(({ rule, url }) => (url === undefined ? [] : [[rule, url] as const])),
  );
  const prints = fingerprints(result, folder);
  return jsonText({
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'edgewright',
            version,
            semanticVersion: version,
            informationUri: homepage,
            rules: sarifRules(used, { rules, urls }),
          },
        },
        // A service replaces earlier findings with the same id. The final `/` marks it as a category without a run
        // name.
        automationDetails: {
          id: `edgewright/${result.checked === undefined ? 'lint' : 'lint-live'}/${folder}`,
        },
        // Paths are relative to the root of the repository, whose location is not given.
        originalUriBaseIds: { [root]: { description: { text: 'the root of the repository' } } },
        columnKind: 'utf16CodeUnits',
        results: findings.map((finding, index) =>
          toResult(finding, used.indexOf(finding.rule), prints[index] ?? ''),
        ),
      },
    ],
  });
}

const sarifLevels: Readonly<Record<Severity, 'error' | 'warning' | 'note'>> = {
  error: 'error',
  warn: 'warning',
  info: 'note',
};

function toResult(finding: ReportFinding, ruleIndex: number, fingerprint: string): object {
  const { rule, severity, place, label, related, fix, environments } = finding;
  const fixes = fix === undefined || fix.edits.length === 0 ? [] : [toFix(fix)];
  return {
    ruleId: rule,
    ruleIndex,
    level: sarifLevels[severity],
    message: messageOf(finding),
    locations: [{ ...location(place, label), ...logicalLocations(finding) }],
    ...(related.length === 0
      ? {}
      : {
          relatedLocations: related.map((relatedPlace, index) => ({
            id: index + 1,
            ...location(relatedPlace, relatedPlace.label),
          })),
        }),
    partialFingerprints: { 'edgewright/v1': fingerprint },
    ...(fixes.length === 0 ? {} : { fixes }),
    ...(environments.length === 0 ? {} : { properties: { environments: environments.map(inertLine) } }),
  };
}

/** The link to the field is one of SARIF's own, which viewers show by its words. */
function messageOf({ reference, ...finding }: ReportFinding): { readonly text: string } {
  const { text } = message(findingLines(finding).join('\n'));
  return { text: reference === undefined ? text : `${text}\ndocs: [${fieldLinkWords}](${reference})` };
}

/** `[text](target)` in a SARIF message would be a link. */
function message(text: string): { readonly text: string } {
  return { text: text.replaceAll('](', '] (') };
}

function location(place: ReportPlace, label: string | undefined): object {
  return {
    physicalLocation: { artifactLocation: artifact(place.file), region: region(place) },
    ...(label === undefined || label === '' ? {} : { message: message(inertLine(label)) }),
  };
}

/** Encodes every segment, so that no name contains a scheme, a query or a bidi control. */
function artifact(file: string): object {
  const uri = file
    .replaceAll(/\p{Surrogate}/gu, '\ufffd')
    .split('/')
    .map(encodeURIComponent)
    .join('/');
  return { uri, uriBaseId: root };
}

/** The end is exclusive in SARIF as well. */
function region({ start, end }: ReportPlace): object {
  return { startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column };
}

function logicalLocations({ address, path }: ReportFinding): object {
  if (address === undefined) return {};
  const part = jsonPointer(path ?? []);
  const fullyQualifiedName = inertLine(part === '' ? address : `${address}#${part}`);
  return { logicalLocations: [{ fullyQualifiedName, kind: 'resource' }] };
}

function toFix({ safety, title, edits }: ReportFix): object {
  const files = [...new Set(edits.map(({ file }) => file))];
  const text = safety === 'safe' ? title : `${title} (a suggestion: read what it does)`;
  return {
    description: message(inertLine(text)),
    artifactChanges: files.map((file) => ({
      artifactLocation: artifact(file),
      replacements: edits
        .filter((edit) => edit.file === file)
        .map((edit) => ({ deletedRegion: region(edit), insertedContent: { text: edit.text } })),
    })),
  };
}

/** SARIF's descriptors of rules, sorted by id, from the texts of the rules. `urls`: the pages of the rules. */
function sarifRules(
  ids: readonly string[],
  { rules, urls }: { readonly rules: readonly RuleText[]; readonly urls: ReadonlyMap<string, string> },
): readonly object[] {
  const known = new Map(rules.map((rule) => [rule.id, rule]));
  return ids.map((id) => {
    const rule = known.get(id);
    return rule === undefined ? policy(id) : described(rule, urls.get(id));
  });
}

/** A policy has its text in its findings, but GitHub requires a text for each rule. */
function policy(id: string): object {
  const text = `A policy of the workspace. \`edgewright explain ${id}\` says what it asks for.`;
  return { id, shortDescription: { text: id }, fullDescription: { text }, help: { text } };
}

function described(rule: RuleText, url: string | undefined): object {
  const { id, group, summary, why, severity, isMust } = rule;
  return {
    id,
    shortDescription: { text: summary },
    fullDescription: { text: why },
    ...withoutUndefined({ helpUri: url }),
    help: { text: renderRule(rule), markdown: `${explanationMarkdown(ruleParts(rule))}\n` },
    defaultConfiguration:
      severity.recommended === 'off' ? { enabled: false } : { level: sarifLevels[severity.recommended] },
    properties: {
      tags: [group],
      precision: isMust ? 'very-high' : 'high',
      'problem.severity': problem(severity.strict),
    },
  };
}

/** GitHub's severity words, by which it sorts. */
function problem(severity: RuleText['severity']['strict']): string {
  if (severity === 'error') return 'error';
  return severity === 'warn' ? 'warning' : 'recommendation';
}
