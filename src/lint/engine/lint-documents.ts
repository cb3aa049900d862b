import { validateDocument } from '../../derive/schema/validate.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { YamlDocument } from '../../model/document.ts';
import type { LedgerState } from '../../model/ledger/ledger.ts';
import type { ResourceDocument, WorkspaceDocument } from '../../model/workspace/workspace-document.ts';
import { groupBy } from '../../text/lists/group-by.ts';
import type { LintRun } from './lint-run.ts';
import { settingDocuments, validDocuments } from '../domain/specs/documents-in-memory.ts';
import { secretsInDocument } from '../domain/secrets/used-secrets.ts';
import {
  documentContext,
  isNoted,
  noteSensitive,
  reportFinding,
  type FindingContext,
} from './report-finding.ts';
import type { DocumentRule, Finding, WorkspaceRule } from '../rule.ts';
import { checkDocument } from '../shape/check-document.ts';
import { dispatch } from '../shape/dispatch.ts';
import { usersOf } from '../domain/specs/preset-users.ts';
import { nullFields, nullFieldsOfPreset } from '../shape/null-field.ts';
import { unreadParts } from '../shape/unread-parts.ts';
import { plainValue } from '../../derive/schema/plain-value.ts';
import { moduleOnEndpoint, policyFromPreset } from '../shape/module-as-policy.ts';
import type { ShapeFinding } from '../shape/shape-finding.ts';

/** Checks documents as written: shape, document rules, workspace rules. */
export function lintDocuments(run: LintRun): void {
  const { workspace } = run.input;
  lintResourceFiles(run);
  lintPresets(run);
  for (const document of settingDocuments(workspace)) {
    runDocumentRules(run, document, undefined);
    reportSecrets(run, document, undefined);
  }
  lintTestedResources(run);
  for (const rule of run.index.workspace) {
    runWorkspaceRule(run, rule);
  }
}

/** A test of a policy needs only the fields that the policy reads, so what its resource lacks is not a mistake. */
export const notNeededInTests: ReadonlySet<string> = new Set(['missing-field', 'document-empty']);

/** Checks the resources in tests of lint policies as written. */
function lintTestedResources(run: LintRun): void {
  const tests = run.input.workspace.policyTests?.().files.flatMap((file) => file.tests) ?? [];
  const { collector } = run;
  const add: typeof collector.add = (finding) => {
    if (!notNeededInTests.has(finding.rule)) collector.add(finding);
  };
  for (const { resource, meaning } of tests)
    lintFileDocument(
      { ...run, collector: { ...collector, add } },
      { document: resource, meaning, reported: [] },
    );
}

/** Checks the documents of resource files whose trees are in memory, one by one. */
function lintResourceFiles(run: LintRun): void {
  const { workspace } = run.input;
  const meanings = validDocuments(workspace);
  const sorted = workspace.diagnostics.toSorted((a, b) => a.place.start - b.place.start);
  const reported = groupBy(sorted, ({ place }) => place.source.path);
  for (const document of workspace.yaml)
    lintFileDocument(run, {
      document,
      meaning: meanings.get(document),
      reported: reported.get(document.source.path) ?? [],
    });
}

/** A document of a resource file. */
interface FileDocument {
  readonly document: YamlDocument;
  /** Undefined if it is not a valid one. */
  readonly meaning: WorkspaceDocument | undefined;
  /** The diagnostics of the reader in its file, sorted by position. */
  readonly reported: readonly Diagnostic[];
}

function lintFileDocument(run: LintRun, read: FileDocument): void {
  const { document, meaning } = read;
  checkShape(run, read);
  if (meaning !== undefined && 'spec' in meaning && meaning.kind !== 'preset') checkLayers(run, meaning);
  runDocumentRules(run, document, meaning);
  reportSecrets(run, document, addressOf(meaning));
}

/** Reports mistakes in presets that depend on the resources that use them. */
function lintPresets(run: LintRun): void {
  const { workspace } = run.input;
  for (const preset of workspace.presets.values()) {
    const users = usersOf(workspace, preset.name).map(({ uses }) => uses.map(({ name }) => name));
    // An unused preset has a finding already.
    if (users.length === 0) continue;
    const findings = nullFieldsOfPreset(preset, users, workspace);
    run.broken.mark(preset.document, preset.root, findings);
    reportShape(run, documentContext(preset.document, undefined), findings);
  }
}

function checkShape(run: LintRun, { document, meaning, reported }: FileDocument): void {
  const plain = documentContext(document, undefined);
  // A plan ignores documents that are not valid ones, so findings in them are always errors.
  const context: FindingContext = meaning === undefined ? { ...plain, isUnread: true } : plain;
  const result = dispatch(document);
  if ('problem' in result) {
    if (result.problem !== undefined) reportShape(run, context, [result.problem]);
    return;
  }
  const { kind, root } = result;
  const unread = reported.length === 0 ? [] : unreadParts(root, document.range, reported);
  run.broken.mark(document, root, unread);
  const errors = validateDocument(kind, plainValue(root));
  if (errors.length === 0) return;
  const isSaid = new Set(unread.map(({ broken }) => broken.join('/')));
  const findings = checkDocument({ document, root, kind }, errors, run.input.workspace.settings).filter(
    ({ broken }) => !isSaid.has(broken.join('/')),
  );
  run.broken.mark(document, root, findings);
  reportShape(run, context, findings);
}

function checkLayers(run: LintRun, resource: ResourceDocument): void {
  const brought = policyFromPreset(resource, run.input.workspace);
  if (brought !== undefined) {
    const { preset, finding } = brought;
    // The rules skip this policy: it is in the wrong form, so their findings would be consequences.
    run.broken.mark(preset.document, preset.root, [{ ...finding, broken: ['spec', 'traffic_policy'] }]);
    reportShape(run, documentContext(resource.document, resource.address), [finding]);
  }
  const findings = [...nullFields(resource, run.input.workspace), ...moduleOnEndpoint(resource)];
  if (findings.length === 0) return;
  run.broken.mark(resource.document, resource.root, findings);
  reportShape(run, documentContext(resource.document, resource.address), findings);
}

function reportShape(
  { collector }: LintRun,
  context: FindingContext,
  findings: readonly ShapeFinding[],
): void {
  for (const { rule, finding } of findings) {
    reportFinding(collector, context, { rule, finding, located: context.locate(finding.at) });
  }
}

function runDocumentRules(
  run: LintRun,
  document: YamlDocument,
  meaning: WorkspaceDocument | undefined,
): void {
  const { workspace } = run.input;
  let context: FindingContext | undefined;
  for (const rule of run.index.documents) {
    const options = run.levels.options(rule.id, document.source.path, undefined);
    try {
      for (const finding of rule.check(document, { options, workspace, meaning })) {
        context ??= documentContext(document, addressOf(meaning));
        report(run, context, { rule, finding });
      }
    } catch (cause) {
      throw new Error(`the rule ${rule.id} failed on ${document.source.path}`, { cause });
    }
  }
}

/** Reports strings that look like secrets anywhere in the source. `secret-in-text` itself checks compiled specs. */
function reportSecrets(
  { levels, collector, sensitive }: LintRun,
  document: YamlDocument,
  address: string | undefined,
): void {
  const rule = levels.rule('secret-in-text');
  if (rule === undefined) return;
  for (const finding of secretsInDocument(document)) {
    const { place } = finding.at;
    if (isNoted(sensitive, place)) continue;
    noteSensitive(sensitive, place);
    reportFinding(collector, documentContext(document, address), {
      rule: rule.id,
      finding,
      located: {
        place,
        related: [],
      },
    });
  }
}

function addressOf(meaning: WorkspaceDocument | undefined): string | undefined {
  return meaning !== undefined && 'address' in meaning ? meaning.address : undefined;
}

function runWorkspaceRule(run: LintRun, rule: WorkspaceRule): void {
  const { workspace, ledgers = new Map<string, LedgerState>(), base } = run.input;
  const options = run.levels.options(rule.id, workspace.settings.document.source.path, undefined);
  const { rule: textOf } = run.levels;
  const context = documentContext(workspace.settings.document, undefined);
  for (const finding of rule.check(workspace, { options, ledgers, base, textOf }))
    report(run, context, { rule, finding });
}

function report(
  run: LintRun,
  context: FindingContext,
  { rule, finding }: { readonly rule: DocumentRule | WorkspaceRule; readonly finding: Finding },
): void {
  const located = context.locate(finding.at);
  if (run.broken.has(located.place)) return;
  if (finding.sensitive === true) noteSensitive(run.sensitive, located.place);
  reportFinding(run.collector, context, { rule: rule.id, finding, located });
}
