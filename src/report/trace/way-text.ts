/** The way of a request in words, the same in every format. */
import {
  isUnknownValue,
  type MessageChange,
  type SimulationPlace,
  type Unknown,
} from '../../model/traffic/simulation.ts';
import type { GotFact } from '../../model/traffic/got.ts';
import type { WayStep } from '../../model/traffic/trace.ts';
import { resultsText, unknownHelp, unknownText } from '../tests/request-words.ts';

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
  const { word, name, text, tone } = facesOf(step);
  const inside = 'at' in step ? step.at.inside : undefined;
  return { word, name, text, tone, isInRule: step.code !== 'undecided' && (inside?.length ?? 0) > 2 };
}

function facesOf(step: WayStep): Omit<WayRow, 'isInRule'> {
  switch (step.code) {
    case 'selected':
      return {
        word: 'served',
        name: step.address,
        text: step.edge === undefined ? '' : `at ${step.edge}`,
        tone: 'on',
      };
    case 'nothing-serves':
      return { word: 'not served', name: '', text: `nothing serves ${code(step.url)}`, tone: 'end' };
    case 'off':
      return { word: 'off', name: step.by, text: '', tone: 'idle' };
    case 'passed':
      return { word: 'passed', name: step.by, text: '', tone: 'on' };
    case 'changed':
      return { word: 'changed', name: step.by, text: changesText(step.changes), tone: 'on' };
    case 'matched':
      return { word: 'matched', name: step.rule, text: '', tone: 'on' };
    case 'not-matched': {
      const text = step.because === '' ? '' : `${code(step.because)} is not true`;
      return { word: 'not matched', name: step.rule, text, tone: 'idle' };
    }
    case 'ended':
      return { word: 'ended', name: step.by, text: endText(step.status), tone: 'end' };
    case 'asked':
      return {
        word: 'ended',
        name: step.by,
        text: `asks for a login with ${step.providers.join(' or ')}`,
        tone: 'end',
      };
    case 'forwarded': {
      const to = step.to === undefined ? '' : `${step.to} at `;
      const unserved = step.to === undefined ? ', which no known endpoint serves' : '';
      return { word: 'forwarded', name: '', text: `to ${to}${code(step.url)}${unserved}`, tone: 'on' };
    }
    case 'loop':
      return { word: 'loop', name: step.to, text: 'it has the request already', tone: 'end' };
    case 'reached': {
      const { status } = step;
      const text = status === undefined ? '' : status === 'offline' ? 'does not respond' : endText(status);
      return { word: 'reached', name: step.upstream, text, tone: 'end' };
    }
    case 'failed':
      return { word: 'failed', name: '', text: step.of, tone: 'end' };
    case 'lost':
      return { word: 'unknown', name: placeText(step.at), text: unknownText(step.unknown), tone: 'open' };
    case 'undecided':
      return {
        word: 'undecided',
        name: placeText(step.at),
        text: `${unknownText(step.unknown)}; ${otherwiseText(step.otherwise ?? [])}`,
        tone: 'open',
      };
  }
}

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
  const headers = (of: 'request' | 'response', isSet: boolean): readonly string[] => {
    const names = changes.flatMap((change) =>
      change.code === 'header' && change.of === of && (change.value !== undefined) === isSet
        ? [code(change.name)]
        : [],
    );
    const word = `${of} header${names.length === 1 ? '' : 's'} ${names.join(', ')}`;
    return names.length === 0 ? [] : [isSet ? word : `without ${word}`];
  };
  return [
    ...headers('request', true),
    ...headers('request', false),
    ...headers('response', true),
    ...headers('response', false),
    ...changes.flatMap((change) => (change.code === 'header' ? [] : [changeText(change)])),
  ].join(', ');
}

/** As a whole: a reader compares it with the files. */
function code(text: string): string {
  return `\`${text}\``;
}

/** `request header x-user: ann`. */
export function changeText(change: MessageChange): string {
  switch (change.code) {
    case 'header': {
      const { of, name, value } = change;
      if (value === undefined) return `without ${of} header ${code(name)}`;
      const shown = isUnknownValue(value) ? `${code(name)} (value unknown)` : code(`${name}: ${value}`);
      return `${of} header ${shown}`;
    }
    case 'url':
      return `URL ${code(change.value)}`;
    case 'body':
      return `${change.of} body`;
    case 'variable':
      return `variable ${code(change.name)}`;
  }
}

/** How to give a missing fact, as an imperative; undefined if no fact decides it. */
export function missingHelp(unknown: Unknown): string | undefined {
  return unknown.give === undefined ? unknownHelp(unknown) : `give it with ${factOption(unknown.give)}`;
}

/** The option for a key of a test: `--country …`, `--fact 'given.signature: …'`. */
function factOption(give: string): string {
  const header = /^request\.headers\.(.+)$/.exec(give)?.[1];
  if (header !== undefined) return `--header '${header}: …'`;
  if (give === 'from.country') return '--country …';
  return `--fact '${give}: …'`;
}
