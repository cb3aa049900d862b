import type { LedgerState } from '../model/ledger/ledger.ts';
import type { LedgerSettings } from '../model/workspace/settings.ts';
import { inertLine } from './text/inert.ts';
import { counted } from '../text/words/noun-words.ts';

interface LedgerMove {
  readonly ledgers: readonly {
    readonly environment: string;
    readonly state: LedgerState | undefined;
    /** 0 if it had been moved before. */
    readonly texts: number;
    readonly shown: string;
  }[];
  readonly from: LedgerSettings['store'];
  readonly target: LedgerSettings;
  /** Whether edgewright.yaml names the target already. */
  readonly isNamed: boolean;
}

/** The moved ledgers with their places, and the line to write in edgewright.yaml. */
export function movedLedgersText({ ledgers, from, target, isNamed }: LedgerMove): string {
  const lines = ledgers.map(({ environment, state, texts, shown }) => {
    if (state === undefined) return `${environment}: it has no ledger`;
    if (texts === 0) return `${environment}: moved before, to ${shown}`;
    return `${environment}: moved ${objectsText(state)} to ${shown}, in ${texts} texts that were read back`;
  });
  const next = isNamed
    ? 'edgewright.yaml names that store already.'
    : `Now write in edgewright.yaml, and commit it:\n  ${settingsLine(target)}`;
  const old =
    from === 'file'
      ? 'If `.edgewright` is committed, commit it again: it says now that the ledgers were moved, and\nolder checkouts refuse to use it. Nothing else in it was changed.'
      : 'The old store says where the ledgers are now; nothing else in it was changed.';
  return `${lines.map(inertLine).join('\n')}\n\n${next}\n${old}\n`;
}

function objectsText({ resources, orphans, unknown = {}, unsettled = {} }: LedgerState): string {
  const unknownCount = Object.keys(unknown).length + Object.keys(unsettled).length;
  return [
    counted(Object.keys(resources).length, 'object'),
    counted(Object.keys(orphans).length, 'orphan'),
    counted(unknownCount, 'unknown outcome'),
  ].join(', ');
}

function settingsLine(target: LedgerSettings): string {
  const { store, lineage } = target;
  const place =
    target.store === 'git' ? `, remote: ${yamlWord(target.remote)}, branch: ${yamlWord(target.branch)}` : '';
  return `ledger: { store: ${store}${place}, lineage: ${yamlWord(lineage)} }`;
}

function yamlWord(word: string): string {
  return plainWord.test(word) ? word : JSON.stringify(word);
}

/** A name or a UUID, which YAML takes for no number. */
const plainWord = /^(?:[A-Za-z][\w./-]*|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;
