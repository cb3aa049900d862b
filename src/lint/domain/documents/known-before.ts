import { keep } from '../../../derive/forms/kept.ts';
import type { KindName } from '../../../kinds/kind.ts';
import type { Place } from '../../../model/document.ts';
import type { KeptSpec, LedgerState } from '../../../model/ledger.ts';
import type { Address, ResourceDocument, Workspace } from '../../../model/workspace.ts';
import type { Base, RuleContext, Subject } from '../../rule.ts';

/** A resource as it was before: what the ledger says was applied, or else how the base has it. */
export interface Before {
  readonly address: Address;
  readonly kind: KindName;
  /** Undefined after an adoption, which sends nothing. */
  readonly spec: KeptSpec | undefined;
  /** The file it was last seen in. */
  readonly origin: string | undefined;
  /** How a sentence calls the state it was in: "exists", "is in `main`". */
  readonly words: string;
}

/** A resource that is declared, and as what it was known before. */
export interface Continued {
  readonly subject: Subject;
  readonly before: Before;
}

export interface History {
  readonly continued: readonly Continued[];
  /** Known before, and no longer declared here; a `removed` document may have decided about it. */
  readonly gone: readonly Before[];
}

let last:
  { readonly key: readonly [readonly Subject[], unknown, unknown]; readonly history: History } | undefined;

/** Several rules ask about the same resources, one after the other. */
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
  const known = new Map([...ofBase(base, environment), ...ofLedger(ledger)]);
  if (known.size === 0 || workspace === undefined) return { continued: [], gone: [] };
  const continued: Continued[] = [];
  const present = new Set(resources.map(({ address }) => address));
  const kept = new Set<string>();
  for (const subject of resources) {
    const names = subject.document?.formerly.map(({ name }): Address => `${subject.kind}/${name}`) ?? [];
    const own = [...names.filter((name) => !present.has(name)), subject.address];
    for (const name of own) kept.add(name);
    const before = own.map((name) => known.get(name)).find((one) => one !== undefined);
    if (before !== undefined) continued.push({ subject, before });
  }
  const written = writtenFor(workspace, environment);
  const unread = unreadFiles(workspace);
  const gone = [...known.values()].filter(
    ({ address, origin = '' }) => !kept.has(address) && !written.has(address) && !unread.has(origin),
  );
  return { continued, gone };
}

/** The ledger wins: it knows what was sent. What was adopted was never sent. */
function ofLedger(ledger: LedgerState | undefined): readonly (readonly [Address, Before])[] {
  return (Object.entries(ledger?.resources ?? {}) as [Address, LedgerState['resources'][Address]][]).map(
    ([address, { kind, applied, origin }]) => [
      address,
      { address, kind, spec: applied, origin, words: 'exists' },
    ],
  );
}

function ofBase(base: Base | undefined, environment: string): readonly (readonly [Address, Before])[] {
  return (base?.desired.get(environment) ?? []).map(({ address, kind, spec, document }) => [
    address,
    {
      address,
      kind,
      spec: keep(spec, () => undefined),
      origin: document.document.source.path,
      words: `is in \`${base?.ref ?? ''}\``,
    },
  ]);
}

/** A file that could not be read may well hold what seems to be gone. */
function unreadFiles({ yaml }: Workspace): ReadonlySet<string> {
  return new Set(yaml.flatMap(({ source, isBroken }) => (isBroken === true ? [source.path] : [])));
}

/** What is declared and did not compile has findings of its own. */
function writtenFor({ resources }: Workspace, environment: string): ReadonlySet<string> {
  const isFor = ({ environments }: ResourceDocument): boolean =>
    environments === undefined || environments.some(({ name }) => name === environment);
  return new Set(resources.filter(isFor).map(({ address }) => address));
}

/** Where to speak of something that is written nowhere: the file it was in, or that of the environment. */
export function placeOfGone({ origin }: Before, { workspace, environment }: RuleContext): Place | undefined {
  if (workspace === undefined) return undefined;
  const file = origin === undefined ? undefined : workspace.sources.get(origin);
  const [document] = workspace.environments.get(environment)?.documents ?? [];
  const source = file ?? document?.source ?? workspace.settings.document.source;
  const newline = source.text.indexOf('\n');
  return { source, start: 0, end: newline === -1 ? source.text.length : newline };
}
