/* The answers to what the page asks. The last check and its accounts are kept for the questions that follow it. */
import { editorSchemas } from '../../../src/derive/schema/schema-files.ts';
import { rules } from '../../../src/lint/rules.ts';
import { completionsAt } from '../../../src/lsp/completion/completions-at.ts';
import type { Analysis } from '../../../src/lsp/engine.ts';
import { hoverInText } from '../../../src/lsp/hover/hover-in-text.ts';
import { withoutMarkdown } from '../../../src/lsp/hover/name-words.ts';
import type { Diagnostic } from '../../../src/model/diagnostic.ts';
import { approvalYaml } from '../../../src/report/plan/approval-yaml.ts';
import { summaryText } from '../../../src/report/plan/summary.ts';
import { verdictOf } from '../../../src/report/plan/verdict.ts';
import { lineColumn } from '../../../src/text/line-column.ts';
import { rememberLast } from '../../../src/text/remember-last.ts';
import type { Environment } from '../../../src/model/workspace/environment.ts';
import { badgesOf } from '../../../src/report/plan/badge.ts';
import { withoutUndefined } from '../../../src/text/without-undefined.ts';
import {
  accountWith,
  checkFiles,
  fixed,
  fixedSafely,
  planOf,
  planTextOf,
  testTextOf,
  type Account,
  type Checked,
} from './engine.ts';
import { imported } from './import.ts';
import type { Finding, Place, Question, Questions } from './protocol.ts';
import { traceTextOf, urlsOf, witnessesOf } from './requests.ts';
import { isSame, type Texts } from './state.ts';

type Answers = {
  readonly [Name in Question]: (
    ask: Questions[Name]['ask'],
  ) => Questions[Name]['answer'] | Promise<Questions[Name]['answer']>;
};

let last: { readonly files: Texts; readonly checked: ReturnType<typeof checkFiles> } | undefined;
/** The last check of files that could be read: names in it complete what is typed now. */
let analysis: Analysis | undefined;
let accounts: { readonly of: Texts; readonly byName: Map<string, Promise<Account>> } | undefined;

/** For the language server; its schemas are made when they are first asked for. */
const editorEngine = rememberLast((known: typeof rules) => ({
  rules: known,
  schemas: editorSchemas(Object.fromEntries(known.map(({ id, summary }) => [id, summary]))),
}));

export const answers: Answers = {
  check: async ({ files }) => {
    const checked = await checkedOnce(files);
    if ('failure' in checked) return checked;
    return {
      findings: keyed(checked.findings).map(([key, finding]) => shownFinding(key, finding)),
      environments: [...checked.workspace.environments.keys()],
    };
  },
  report: async ({ columns, showsRequests, ...asked }) => {
    const { checked, environment, account } = await planned(asked);
    const made = await planOf(checked, environment, account);
    return {
      plan: planTextOf(made, { columns, showsRequests }),
      headline: summaryText(made),
      tone: badgesOf([made])[0].tone,
      refused: made.refusals.length === 0 ? [] : verdictOf(made).sentences,
      canApprove:
        made.refusals.length > 0 && made.refusals.every(({ approvals = [] }) => approvals.length > 0),
      tests: await testTextOf(checked, environment, columns),
      witnesses: witnessesOf(made, checked, environment),
      urls: urlsOf(checked, environment),
    };
  },
  trace: async ({ columns, request, ...asked }) => {
    const { checked, environment, account } = await planned(asked);
    return traceTextOf(checked, environment, { account, request, columns });
  },
  fix: async ({ files, key }) => {
    const checked = await checkedOnce(files);
    if ('failure' in checked) return {};
    const chosen = keyed(checked.findings).filter(([other]) => other === key);
    const texts =
      key === 'all'
        ? await fixedSafely(new Map(Object.entries(files)), checked)
        : fixed(
            checked,
            chosen.map(([, finding]) => finding),
          );
    return Object.fromEntries(texts);
  },
  approve: async ({ reason, ...asked }) => {
    const { checked, environment, account } = await planned(asked);
    const { refusals } = await planOf(checked, environment, account);
    const approvals = refusals.flatMap(({ approvals: own = [] }) => own);
    const path = 'resources/approvals.yaml';
    const before = Object.hasOwn(asked.files, path) ? [asked.files[path]?.trimEnd() ?? ''] : [];
    const documents = approvals.map((approval) =>
      approvalYaml([approval], JSON.stringify(reason)).join('\n'),
    );
    return { path, text: `${[...before, ...documents].join('\n---\n')}\n` };
  },
  complete: async (place) => {
    if (analysis === undefined) return [];
    const files = (): readonly string[] =>
      Object.keys(last?.files ?? {}).filter((name) => name !== 'edgewright.yaml');
    const found = await completionsAt(analysis, { ...place, files }, editorEngine(rules));
    return found.map(({ label, type, detail, doc, start, end, text }) => ({
      label,
      type,
      ...withoutUndefined({ detail, doc: doc === undefined ? undefined : withoutMarkdown(doc) }),
      start,
      end,
      text,
    }));
  },
  hover: async (place) => {
    const found =
      analysis === undefined ? undefined : await hoverInText(analysis, place, editorEngine(rules));
    if (found === undefined) return undefined;
    const [start, end] = [found.range.start, found.range.end].map((at) => offsetOf(place, at));
    return { text: withoutMarkdown(found.markdown), start: start ?? 0, end: end ?? 0 };
  },
  import: async ({ name, text, ...asked }) => {
    const checked = await checkedOnce(asked.files);
    return imported({ name, text, files: asked.files, environment: asked.environment, checked });
  },
};

async function checkedOnce(files: Texts): Promise<Awaited<ReturnType<typeof checkFiles>>> {
  if (last === undefined || !isSame(last.files, files))
    last = { files, checked: checkFiles(new Map(Object.entries(files))) };
  const checked = await last.checked;
  if (!('failure' in checked))
    analysis = { workspace: checked.workspace, result: checked.result, ledgerAddresses: [] };
  return checked;
}

interface Planned {
  readonly checked: Checked;
  readonly environment: Environment;
  readonly account: Account;
}

async function planned(asked: {
  readonly files: Texts;
  readonly live: Texts;
  readonly environment: string;
}): Promise<Planned> {
  const checked = await checkedOnce(asked.files);
  const environment =
    'failure' in checked ? undefined : checked.workspace.environments.get(asked.environment);
  if ('failure' in checked || environment === undefined)
    throw new Error('the files have no such environment');
  return { checked, environment, account: await accountOf(asked) };
}

/** The account of the live files; of a workspace that has none, it is empty. */
function accountOf(asked: {
  readonly files: Texts;
  readonly live: Texts;
  readonly environment: string;
}): Promise<Account> {
  const { files, live, environment } = asked;
  const isEmpty = Object.keys(live).length === 0;
  const texts = isEmpty
    ? Object.fromEntries(Object.entries(files).filter(([path]) => !path.startsWith('resources/')))
    : live;
  if (accounts === undefined || !isSame(accounts.of, texts)) accounts = { of: texts, byName: new Map() };
  const { byName } = accounts;
  const account = byName.get(environment) ?? accountWith(new Map(Object.entries(texts)), environment);
  byName.set(environment, account);
  return account;
}

/** Each finding with a name that stays when text around it changes. */
function keyed(findings: readonly Diagnostic[]): readonly (readonly [string, Diagnostic])[] {
  const counts = new Map<string, number>();
  return findings.map((finding) => {
    const name = [finding.place.source.path, finding.rule, finding.message].join(' ');
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return [`${name} ${count}`, finding];
  });
}

function shownFinding(
  key: string,
  { rule, url, reference, severity, message, why, help, place, fix }: Diagnostic,
): Finding {
  const { source, start, end } = place;
  return {
    key,
    rule,
    severity,
    message,
    path: source.path,
    line: lineColumn(source, start).line,
    start,
    end,
    ...withoutUndefined({ url, reference, why, help, fix: fix && { title: fix.title, safety: fix.safety } }),
  };
}

/** The offset of a place in the text, of which the line and the character count from 0. */
function offsetOf(
  { text }: Place,
  { line, character }: { readonly line: number; readonly character: number },
): number {
  const lines = text.split('\n').slice(0, line);
  return lines.reduce((sum, each) => sum + each.length + 1, character);
}
