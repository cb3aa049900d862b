import { variablesInSecrets } from '../../derive/secrets/sensitive-parts.ts';
import { compileEach, compileSome } from '../../workspace/compile/compile.ts';
import { startFields } from '../../workspace/compile/evaluated.ts';
import { loadTrafficTools } from '../../lint/domain/policy/load-traffic-tools.ts';
import { documentMentions } from '../../lint/domain/specs/values-mentioned.ts';
import { severityOf, type FindingCollector } from '../../lint/engine/finding-collector.ts';
import { startPass } from '../../lint/engine/environment-pass.ts';
import { lintFileDocument } from '../../lint/engine/lint-documents.ts';
import { lintResource } from '../../lint/engine/lint-environment.ts';
import { reportCompiled, startRun } from '../../lint/engine/lint.ts';
import type { Levels } from '../../lint/engine/levels.ts';
import type { PolicySet } from '../../lint/policy/run-policies.ts';
import type { Rule } from '../../lint/rule.ts';
import type { CompileResult, CompiledResource } from '../../model/desired.ts';
import type { Source } from '../../model/document.ts';
import type { Spec } from '../../model/value.ts';
import {
  isReleased,
  type Address,
  type DocumentMentions,
  type ReleasedResource,
  type ResourceDocument,
  type RuleSetting,
  type Workspace,
  type WorkspaceHead,
} from '../../model/workspace.ts';
import { meaningsOf } from '../../workspace/documents/documents.ts';
import type { ReleasedFile } from '../../workspace/documents/read-and-release.ts';
import type { OpenedWorkspace } from '../../workspace/open-tree.ts';
import { readYaml } from '../../derive/yaml/read-yaml.ts';
import type { KnownFiles } from './clean-files.ts';

interface ReleaseChecks {
  readonly environments: readonly string[];
  readonly rules: readonly Rule[];
  readonly policies?: PolicySet;
  /** Default: none. */
  readonly overriding?: ReadonlyMap<string, RuleSetting>;
  readonly now: Date;
  /** Files that are never released, such as those that are open in an editor. Default: none. */
  readonly isOpen?: (path: string) => boolean;
  /** Awaited from time to time; false ends the reading. */
  readonly turn?: () => Promise<boolean>;
}

/**
 * Reads a workspace, checks each file alone unless it is known to be clean, and releases those without findings. `lint`
 * then checks only the others, and compares all resources. Undefined if the workspace must be read as a whole, or the
 * reading was ended.
 */
export async function readReleased(
  opened: OpenedWorkspace,
  checks: ReleaseChecks,
  known: KnownFiles,
): Promise<Workspace | undefined> {
  const { environments, policies, isOpen = () => false } = checks;
  const declared = namesIn(opened);
  let check: FileCheck | undefined;
  let compileAlone: CompileAlone | undefined;
  const workspace = await opened.readAndRelease({
    begin: (shared) => {
      known.begin(shared);
      check = startCheck(shared.workspace, checks);
      compileAlone = startCompiling(shared.workspace, environments);
    },
    prepare: (sources) => loadTrafficTools(sources.map(({ text }) => text)),
    turn: checks.turn,
    release: (source, parse) => {
      const before = known.recall(source);
      if (before !== undefined) return before;
      const { resources, inlined } = parse();
      const { path } = source;
      if (resources === undefined || isOpen(path) || source.text.includes('edgewright-ignore'))
        return undefined;
      const compiled = compileAlone?.(resources) ?? new Map<string, CompileResult>();
      let until = known.cleanUntil(path, inlined);
      if (until === undefined) {
        const found = check?.(resources, compiled);
        if (found === undefined || policies?.isExpensive(path) === true) return undefined;
        until = found.until;
      }
      const left = releasedFile({ source, inlined }, resources, compiled, declared);
      known.remember(left, until);
      return left;
    },
  });
  return workspace === undefined ? undefined : { ...workspace, compiledFor: environments };
}

type CompileAlone = (resources: readonly ResourceDocument[]) => ReadonlyMap<string, CompileResult>;

/** Compiles the resources of a file for each environment. Fields of presets are kept for the next file. */
function startCompiling(workspace: Workspace, environments: readonly string[]): CompileAlone {
  const { ofPresets, inEnvironment } = startFields();
  return (resources) => {
    // Kept fields of the file would keep its tree.
    const fields = { own: new Map(), ofPresets, inEnvironment };
    return new Map(environments.map((name) => [name, compileSome({ workspace, fields }, resources, name)]));
  };
}

type DeclaredMentions = Parameters<typeof documentMentions>[1];

function namesIn({ environments, settings }: WorkspaceHead): DeclaredMentions {
  const all = [...environments.values()];
  return {
    variables: new Set(all.flatMap(({ vars }) => [...vars.keys()])),
    names: new Set(all.flatMap(({ ids }) => [...ids.keys()])),
    secrets: settings.secrets,
  };
}

/**
 * Checks the documents of a file. Undefined if it has findings, or compares its values with those of others in a way
 * that needs its tree; otherwise the last time, in milliseconds, at which it has none; null for no end.
 */
type FileCheck = (
  resources: readonly ResourceDocument[],
  compiled: ReadonlyMap<string, CompileResult>,
) => { readonly until: number | null } | undefined;

/** Lints files without comparing them with others: in those without findings here, only comparisons can find any. */
function startCheck(shared: Workspace, checks: ReleaseChecks): FileCheck {
  let wrong = 0;
  const open = (levels: Levels): FindingCollector => ({
    add: (reported) => {
      if (severityOf(reported, levels) !== undefined) wrong++;
    },
    diagnostics: () => [],
  });
  const input = { ...checks, workspace: shared, compiled: new Map<string, CompileResult>() };
  const run = startRun(input, open);
  const passes = new Map(checks.environments.map((name) => [name, startPass(run, name, [])]));
  return (resources, compiled) => {
    wrong = 0;
    for (const one of resources) lintFileDocument(run, one.document, one, []);
    for (const [environment, one] of compiled) {
      const pass = passes.get(environment);
      if (pass === undefined) continue;
      reportCompiled(run, environment, one);
      // Its cause is in another file, but `lint <file>` has to know that this one is incomplete.
      if (one.diagnostics.some(({ isConsequence }) => isConsequence === true)) wrong++;
      for (const desired of one.desired) lintResource(pass, desired);
    }
    return wrong > 0 ? undefined : { until: run.clock.next() ?? null };
  };
}

function releasedFile(
  { source, inlined }: Pick<ReleasedFile, 'source' | 'inlined'>,
  resources: readonly ResourceDocument[],
  compiled: ReadonlyMap<string, CompileResult>,
  declared: DeclaredMentions,
): ReleasedFile {
  const specs = new Map<Address, Record<string, Spec>>(resources.map(({ address }) => [address, {}]));
  for (const [environment, { desired }] of compiled)
    for (const { address, spec } of desired) {
      const own = specs.get(address);
      if (own !== undefined) own[environment] = spec;
    }
  const readAgain = rereader(source);
  return {
    source,
    inlined,
    // Field by field, because a spread would keep the tree.
    resources: resources.map((one): ReleasedResource => ({
      source,
      index: one.index,
      kind: one.kind,
      name: one.name,
      nameNode: one.nameNode,
      address: one.address,
      labels: one.labels,
      uses: one.uses,
      formerly: one.formerly,
      environments: one.environments,
      specs: specs.get(one.address) ?? {},
      mentions: mentionsOf(one, declared),
      readAgain: () => readAgain(one.index),
    })),
  };
}

function mentionsOf({ document, root }: ResourceDocument, declared: DeclaredMentions): DocumentMentions {
  const { variables, names: ids, secrets } = documentMentions(document, declared);
  const inSecrets = new Set<string>();
  if (variables.length > 0) variablesInSecrets(root, inSecrets);
  return { variables, ids, secrets, secretVariables: variables.filter((name) => inSecrets.has(name)) };
}

/** Parses a file again on the first call. */
function rereader(source: Source): (index: number) => ResourceDocument {
  let documents: ReturnType<typeof readYaml>['documents'] | undefined;
  return (index) => {
    documents ??= readYaml(source).documents;
    const document = documents[index];
    const meaning = document === undefined ? undefined : meaningsOf(document)[0];
    if (meaning === undefined || !('overrides' in meaning))
      throw new Error(`document ${index} of ${source.path} is not a resource`);
    return meaning;
  };
}

/** Compiles a workspace for some of its environments; a released resource has its specs already. */
export function compileReleased(
  workspace: Workspace,
  environments: readonly string[],
): ReadonlyMap<string, CompileResult> {
  const unknown = environments.find((name) => workspace.compiledFor?.includes(name) === false);
  if (unknown !== undefined) throw new Error(`${unknown} was not compiled`);
  const whole = compileEach(workspace, environments);
  if (!workspace.resources.some(isReleased)) return whole;
  return new Map([...whole].map(([name, one]) => [name, withReleased(workspace, one, name)]));
}

function withReleased(
  workspace: Workspace,
  { desired, diagnostics }: CompileResult,
  environment: string,
): CompileResult {
  const released = workspace.resources.flatMap((one) =>
    isReleased(one) ? (desiredOf(workspace, one, environment) ?? []) : [],
  );
  return { desired: [...desired, ...released].sort((a, b) => (a.address < b.address ? -1 : 1)), diagnostics };
}

function desiredOf(
  workspace: Workspace,
  one: ReleasedResource,
  environment: string,
): CompiledResource | undefined {
  const { address, kind, name, labels, source, nameNode, specs } = one;
  const spec = specs[environment];
  if (spec === undefined) return undefined;
  let whole: CompiledResource | undefined;
  const compileAgain = (): CompiledResource => {
    whole ??= compileSome({ workspace, fields: startFields() }, [one.readAgain()], environment).desired[0];
    if (whole === undefined) throw new Error(`${address} is not for ${environment}`);
    return whole;
  };
  const { start, end } = nameNode.alias ?? nameNode;
  return {
    address,
    kind,
    name,
    environment,
    labels,
    formerly: [],
    spec,
    document: one,
    originOf: (path) =>
      path.length === 0
        ? { place: { source, start, end }, layer: 'spec', through: [] }
        : compileAgain().originOf(path),
    written: () => compileAgain().written(),
  };
}
