import type { OpenHeader } from '../../simulate/unknown/open-map.ts';
import { isIdentityHeader } from './access/identity-names.ts';
import { isHiddenText } from '../../derive/forms/mask-text.ts';
import { distinctText } from '../../simulate/unknown/ways.ts';
import type { Knowable } from '../../model/traffic/unknown.ts';

/**
 * A header that the client can write now, or that has another value where it had one or where it tells who the client
 * is.
 */
export function headerBetween(
  oldHeaders: ReadonlyMap<string, OpenHeader>,
  willBe: ReadonlyMap<string, OpenHeader>,
  isOpenWay: boolean,
): string | undefined {
  return [...new Set([...oldHeaders.keys(), ...willBe.keys()])].find((name) => {
    const [before, after] = [oldHeaders.get(name) ?? own(name), willBe.get(name) ?? own(name)];
    const isNamed = isIdentityHeader(name) || sessionsAndHosts.has(name) || isHiddenText(name);
    const isTrusted = isNamed || isTaken(before);
    if (!before.isOpen && after.isOpen) return isTrusted && !telling.test(name);
    const known = new Set(before.added.map(distinctText));
    const more = after.added.filter((value) => value !== '' && !known.has(distinctText(value)));
    return more.some(
      (value) =>
        (before.added.length === 0 && isOpenWay && holdsSecret(value)) ||
        (isTrusted && !before.added.some(isWritten) && isChosen(value)),
    );
  });
}

/** Headers that only say what a client can read. */
const telling = /^(?:accept(?:-.*)?|if-.*|range|cache-control|te|connection)$/;

const untouched: OpenHeader = { isOpen: true, added: [] };

/** The host is that of the resource. */
const ownHost: OpenHeader = { isOpen: false, added: [] };

function own(name: string): OpenHeader {
  return name === 'host' ? ownHost : untouched;
}

const sessionsAndHosts: ReadonlySet<string> = new Set(['cookie', 'host']);

/**
 * Whether the upstream takes the header for a fact: it is stripped or computed. A constant, or a secret, says nothing
 * of a client.
 */
function isTaken({ isOpen, added }: OpenHeader): boolean {
  const isFact = (value: Knowable<string>): boolean => typeof value !== 'string' && !holdsSecret(value);
  return !isOpen && (added.length === 0 || added.some(isFact));
}

/** A constant, or what the client writes: not a fact about the client. */
function isChosen(value: Knowable<string>): boolean {
  return typeof value === 'string' || isWritten(value);
}

function isWritten(value: Knowable<string>): boolean {
  return (
    typeof value !== 'string' &&
    /\b(?:header|query|cookie) |\breq\.(?:url|body|method)\b/.test(distinctText(value))
  );
}

function holdsSecret(value: Knowable<string>): boolean {
  return /\bsecret /.test(distinctText(value));
}
