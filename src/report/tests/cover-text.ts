/** The ways that tests take, and the rules and modules that none does, in words. */
import type { Diagnostic } from '../../model/diagnostic.ts';
import { problem } from '../../model/problem.ts';
import type { CoveredPart, CoveredResource, WayCount } from '../../model/traffic/test-cover.ts';
import { groupBy } from '../../text/lists/group-by.ts';
import { lineColumn } from '../../text/line-column.ts';
import { inertLine } from '../text/inert.ts';
import { quoted } from '../../text/quoted.ts';

/** A finding for each rule and module that no test takes. `suggest`: the command that writes tests for a resource. */
export function untestedParts(
  covered: readonly CoveredResource[],
  suggest: (address: string) => string,
): readonly Diagnostic[] {
  const all = covered.flatMap(({ address, environment, parts }) =>
    parts.filter(({ isTaken }) => !isTaken).map((part) => ({ address, environment, part })),
  );
  const partKey = ({ address, part }: (typeof all)[number]): string =>
    JSON.stringify([address, part.place.source.path, part.place.start, untestedText(address, part)]);
  return [...groupBy(all, partKey).values()].flatMap((some) => {
    const [first] = some;
    if (first === undefined) return [];
    const { address, part } = first;
    const help = isMet(part) ? { help: `write one, or print it with \`${suggest(address)}\`` } : {};
    return [
      problem('test-missing', part.place, untestedText(address, part), {
        severity: 'info',
        environments: some.map(({ environment }) => environment),
        ...help,
      }),
    ];
  });
}

function isMet({ ways }: CoveredPart): boolean {
  return ways?.count !== 0;
}

function untestedText(address: string, part: CoveredPart): string {
  const name = `${part.is} ${quoted(part.name)} of ${address}`;
  if (!isMet(part)) return `no request takes the ${name}: its conditions are never met`;
  return part.is === 'rule' ? `no test takes the ${name}` : `no test is stopped by the ${name}`;
}

/** The counts of each resource, and of its rules and modules. */
export function coverLines(covered: readonly CoveredResource[]): readonly string[] {
  const rows = covered.flatMap((resource) => [
    {
      name: `  ${inertLine(resource.address)} (${inertLine(resource.environment)})`,
      text: resourceText(resource),
    },
    ...resource.parts.map((part) => ({
      name: `    ${part.is} ${inertLine(part.name)}`,
      text: partText(part),
    })),
  ]);
  const width = Math.min(mostColumns, Math.max(0, ...rows.map(({ name }) => name.length)));
  return [coverSummary(covered), ...rows.map(({ name, text }) => `${name.padEnd(width)}  ${text}`)];
}

const mostColumns = 56;

/** `Coverage: 3 of 5 ways, 2 of 4 rules and modules`. */
export function coverSummary(covered: readonly CoveredResource[]): string {
  if (covered.length === 0)
    return 'Coverage: no resource has a traffic policy or a module that refuses requests';
  const ways = covered.flatMap((resource) => resource.ways ?? []);
  const parts = partCount(covered.flatMap((resource) => resource.parts));
  return `Coverage: ${waysText(sumOf(ways))}, ${countText(parts)} rules and modules`;
}

function sumOf(counts: readonly WayCount[]): WayCount {
  const sum = (key: keyof WayCount): number => counts.reduce((all, wayCount) => all + wayCount[key], 0);
  return { count: sum('count'), taken: sum('taken') };
}

/** `2 of 3 ways`; of a resource whose ways are not known, the rules. */
export function resourceText({ ways, parts }: CoveredResource): string {
  if (ways !== undefined) return waysText(ways);
  return `${countText(partCount(parts))} rules and modules; its ways cannot be listed`;
}

function partCount(parts: readonly CoveredPart[]): WayCount {
  return { count: parts.length, taken: parts.filter(({ isTaken }) => isTaken).length };
}

function partText({ ways, isTaken }: CoveredPart): string {
  if (ways === undefined) return isTaken ? 'tested' : 'no test';
  return ways.count === 0 ? 'no request' : countText(ways);
}

function countText({ taken, count }: WayCount): string {
  return `${taken} of ${count}`;
}

function waysText(ways: WayCount): string {
  return `${countText(ways)} ${ways.count === 1 ? 'way' : 'ways'}`;
}

/** The coverage of a resource, for documents. */
export function coverTree({ address, environment, place, ways, parts }: CoveredResource): object {
  return {
    address,
    environment,
    origin: originAt(place),
    ways: ways && { count: ways.count, taken: ways.taken },
    parts: parts.map((part) => ({
      [part.is]: part.name,
      origin: originAt(part.place),
      taken: part.isTaken,
      ways: part.ways && { count: part.ways.count, taken: part.ways.taken },
    })),
  };
}

function originAt({ source, start }: CoveredResource['place']): object {
  return { file: source.path, ...lineColumn(source, start) };
}
