/** The way of a request in words, the same in every format. */
import type { MessageChange, SimulationPlace } from '../../model/traffic/simulation.ts';
import type { GotFact } from '../../model/traffic/got.ts';
import type { RequestWay, WayStep } from '../../model/traffic/trace.ts';
import { say, type Words } from '../plan/words/say.ts';
import { resultsText } from '../tests/request-words.ts';
import { asCode } from '../../text/quoted.ts';
import { codeList } from '../../text/words/list-words.ts';
import { isUnknownValue } from '../../model/traffic/unknown.ts';
import { unknownText } from '../tests/unknown-words.ts';
import { missingHelp } from './fact-help.ts';

/** A step as a row: what happened, to which module, rule or action, and more about it. */
export interface WayRow {
  readonly word: string;
  readonly name: string;
  /** Without a final period; may be empty. */
  readonly text: string;
  /** The step goes on, does not apply, ends the request, or is not known. */
  readonly tone: 'on' | 'idle' | 'end' | 'open';
  /** Whether it is an action of the rule above it. */
  readonly isInRule: boolean;
}

export function wayRow(step: WayStep): WayRow {
  const [word, name, text, tone] = say(faces, step);
  const inside = 'at' in step ? step.at.inside : undefined;
  return { word, name, text, tone, isInRule: step.code !== 'undecided' && (inside?.length ?? 0) > 2 };
}

type Face = readonly [word: string, name: string, text: string, tone: WayRow['tone']];

const faces: Words<WayStep, [], Face> = {
  selected: ({ address, edge }) => ['served', address, edge === undefined ? '' : `at ${edge}`, 'on'],
  'nothing-serves': ({ url, bindings = [] }) => {
    const [first] = bindings;
    const text =
      first === undefined
        ? `nothing serves ${asCode(url)}`
        : `only clients of the binding ${codeList(bindings, ' or ')} reach it; use --fact 'from.binding: ${first}'`;
    return ['not served', '', text, 'end'];
  },
  off: ({ by }) => ['off', by, '', 'idle'],
  passed: ({ by }) => ['passed', by, '', 'on'],
  changed: ({ by, changes }) => ['changed', by, changesText(changes), 'on'],
  matched: ({ rule }) => ['matched', rule, '', 'on'],
  'not-matched': ({ rule, because }) => [
    'not matched',
    rule,
    because === '' ? '' : `${asCode(because)} is not true`,
    'idle',
  ],
  ended: ({ by, status }) => ['ended', by, endText(status), 'end'],
  asked: ({ by, providers }) => ['ended', by, `asks for a login with ${providers.join(' or ')}`, 'end'],
  forwarded: ({ to, url }) => {
    const text =
      to === undefined ? `${asCode(url)}, which no known endpoint serves` : `${to} at ${asCode(url)}`;
    return ['forwarded', '', `to ${text}`, 'on'];
  },
  loop: ({ to }) => ['loop', to, 'it has the request already', 'end'],
  reached: ({ upstream, status }) => {
    const text = status === undefined ? '' : status === 'offline' ? 'does not respond' : endText(status);
    return ['reached', upstream, text, 'end'];
  },
  failed: ({ of }) => ['failed', '', of, 'end'],
  lost: ({ at, unknown }) => ['unknown', placeText(at), unknownText(unknown), 'open'],
  undecided: ({ at, unknown, otherwise = [] }) => [
    'undecided',
    placeText(at),
    `${unknownText(unknown)}; ${otherwiseText(otherwise)}`,
    'open',
  ],
};

function endText(status: Extract<WayStep, { readonly code: 'ended' }>['status']): string {
  if (status === undefined) return 'closes the connection';
  return isUnknownValue(status) ? 'responds with an error' : `responds with ${status}`;
}

function otherwiseText(otherwise: readonly GotFact[]): string {
  return otherwise.length === 0 ? 'the result is the same' : `otherwise ${resultsText(otherwise)}`;
}

/** `ip_restriction`, `on_http_request[0]`, `on_http_request[0].actions[1]`. */
function placeText(at: SimulationPlace | undefined): string {
  if (at === undefined) return '';
  const parts = at.inside ?? at.path;
  return parts
    .map((part, index) => (typeof part === 'number' ? `[${part}]` : index === 0 ? part : `.${part}`))
    .join('');
}

/** Headers by name: the result has their values. */
function changesText(changes: readonly MessageChange[]): string {
  const headers = (of: 'request' | 'response', change: 'set' | 'removed'): readonly string[] => {
    const names = changes
      .filter((header) => header.code === 'header')
      .filter((header) => header.of === of && (header.value === undefined ? 'removed' : 'set') === change)
      .map(({ name }) => asCode(name));
    const word = `${of} header${names.length === 1 ? '' : 's'} ${names.join(', ')}`;
    return names.length === 0 ? [] : [change === 'set' ? word : `without ${word}`];
  };
  return [
    ...headers('request', 'set'),
    ...headers('request', 'removed'),
    ...headers('response', 'set'),
    ...headers('response', 'removed'),
    ...changes.flatMap((change) => (change.code === 'header' ? [] : [changeText(change)])),
  ].join(', ');
}

/** `request header x-user: ann`. */
function changeText(change: MessageChange): string {
  switch (change.code) {
    case 'header': {
      const { of, name, value } = change;
      if (value === undefined) return `without ${of} header ${asCode(name)}`;
      const shown = isUnknownValue(value) ? `${asCode(name)} (value unknown)` : asCode(`${name}: ${value}`);
      return `${of} header ${shown}`;
    }
    case 'url':
      return isUnknownValue(change.value) ? 'another URL (not known)' : `URL ${asCode(change.value)}`;
    case 'body':
      return `${change.of} body`;
    case 'variable':
      return `variable ${asCode(change.name)}`;
  }
}

/** The changes on the way to the result, and how to give each missing fact. */
export function resultNotes({ changes, missing }: RequestWay): readonly string[] {
  const helps = new Set(missing.flatMap((unknown) => missingHelp(unknown) ?? []));
  return [...changes.map(changeText), ...helps];
}
