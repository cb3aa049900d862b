import { toLedgerForm } from '../../../derive/forms/ledger-form.ts';
import type { KindName } from '../../../kinds/kind.ts';
import type { Place } from '../../../model/document.ts';
import type { LedgerSpec, LedgerEntry } from '../../../model/ledger/ledger.ts';
import type { Workspace } from '../../../model/workspace/workspace.ts';
import { fitting } from '../message-words.ts';
import type { Base, CrossFinding, RuleContext, Subject } from '../../rule.ts';
import type { Address } from '../../../model/workspace/address.ts';

/** The earlier state of a resource: as last applied (from the ledger), or else as in the compared base. */
export interface Before {
  readonly address: Address;
  readonly kind: KindName;
  /** Undefined after an adoption, which applies nothing. */
  readonly spec: LedgerSpec | undefined;
  /** The file it was last seen in. */
  readonly origin: string | undefined;
  /** Describes the earlier state in a message: "exists", "is in `main`". */
  readonly words: string;
}

/** A declared resource together with its earlier state. */
export interface SubjectHistory {
  readonly subject: Subject;
  readonly before: Before;
}

export interface History {
  readonly continued: readonly SubjectHistory[];
  /** Resources known before but not declared now, whether or not a `removed` document names them. */
  readonly gone: readonly Before[];
}

let last:
  | { readonly key: readonly [readonly Subject[], unknown, unknown]; readonly history: History }
  | undefined;

/** The last result is kept, because several rules ask for the same resources in a row. */
export function historyOf(resources: readonly Subject[], context: RuleContext): History {
  const { ledger, base } = context;
  const key = [resources, ledger, base] as const;
  if (last === undefined || key.some((part, index) => part !== last?.key[index])) {
    last = { key, history: compare(resources, context) };
  }
  return last.history;
}

function compare(
  resources: readonly Subject[],
  { ledger, base, workspace, environment }: RuleContext,
): History {
  const inBase = new Map(ofBase(base, environment));
  const inLedger: Readonly<Record<Address, LedgerEntry>> = ledger?.resources ?? {};
  const recorded = Object.keys(inLedger) as Address[];
  if (inBase.size + recorded.length === 0 || workspace === undefined) return { continued: [], gone: [] };
  // The ledger precedes the base, because it records the applied spec.
  const known = (address: Address): Before | undefined =>
    ofEntry(address, inLedger[address]) ?? inBase.get(address);
  const continued: SubjectHistory[] = [];
  const present = new Set(resources.map(({ address }) => address));
  /** Former names of what is declared. */
  const kept = new Set<string>();
  for (const subject of resources) {
    let before: Before | undefined;
    for (const { name } of subject.document?.formerly ?? []) {
      const former: Address = `${subject.kind}/${name}`;
      if (present.has(former)) continue;
      kept.add(former);
      before ??= known(former);
    }
    before ??= known(subject.address);
    if (before !== undefined) continued.push({ subject, before });
  }
  const isGone = (address: Address): boolean => !present.has(address) && !kept.has(address);
  const all = [...inBase.keys(), ...recorded.filter((address) => !inBase.has(address))];
  const missing = all.filter(isGone).flatMap((address) => known(address) ?? []);
  if (missing.length === 0) return { continued, gone: [] };
  // Declared resources that failed to compile have findings of their own, so they do not count as gone.
  const written = addressesFor(workspace, environment);
  const unread = unreadFiles(workspace);
  const gone = missing.filter(({ address, origin = '' }) => !written.has(address) && !unread.has(origin));
  return { continued, gone };
}

function ofEntry(address: Address, entry: LedgerEntry | undefined): Before | undefined {
  if (entry === undefined) return undefined;
  const { kind, applied, origin } = entry;
  return { address, kind, spec: applied, origin, words: 'exists' };
}

function ofBase(base: Base | undefined, environment: string): readonly (readonly [Address, Before])[] {
  return (base?.desired.get(environment) ?? []).map(({ address, kind, spec, document }) => [
    address,
    {
      address,
      kind,
      spec: toLedgerForm(spec, () => undefined),
      origin: document.source.path,
      words: `is in \`${base?.ref ?? ''}\``,
    },
  ]);
}

/** Files with syntax errors: they may declare a resource that seems to be gone. */
function unreadFiles({ yaml }: Workspace): ReadonlySet<string> {
  return new Set(yaml.flatMap(({ source, isBroken }) => (isBroken === true ? [source.path] : [])));
}

/** The addresses of the resources that are declared for an environment. */
export function addressesFor({ resources }: Workspace, environment: string): ReadonlySet<string> {
  const here = resources.filter(
    ({ environments }) => environments === undefined || environments.some(({ name }) => name === environment),
  );
  return new Set(here.map(({ address }) => address));
}

/** Reports objects of a kind that are no longer declared, and that no `removed` document decides about. */
export function* undeletable(
  kind: KindName,
  resources: readonly Subject[],
  context: RuleContext,
  decision: string,
): Generator<CrossFinding> {
  for (const before of historyOf(resources, context).gone) {
    const { address, words } = before;
    const place = placeOfGone(before, context);
    if (before.kind !== kind || place === undefined) continue;
    if (context.workspace?.removed.some((document) => document.address === address) === true) continue;
    yield {
      at: { place },
      about: address,
      message: fitting(
        `\`${address}\` ${words} and is not declared: the API cannot delete it`,
        `\`${address}\` is not declared, and the API cannot delete it`,
        `the API cannot delete \`${address}\``,
      ),
      help: `write \`kind: removed\`, \`address: ${address}\`, ${decision}`,
    };
  }
}

/** Fallback location for a removed resource: its former file, else the environment's file, else edgewright.yaml. */
function placeOfGone({ origin }: Before, { workspace, environment }: RuleContext): Place | undefined {
  if (workspace === undefined) return undefined;
  const file = origin === undefined ? undefined : workspace.sources.get(origin);
  const [document] = workspace.environments.get(environment)?.documents ?? [];
  const source = file ?? document?.source ?? workspace.settings.document.source;
  const newline = source.text.indexOf('\n');
  return { source, start: 0, end: newline === -1 ? source.text.length : newline };
}
