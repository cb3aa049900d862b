import type { RelatedPlace } from '../../model/diagnostic.ts';
import type { CompiledResource } from '../../model/desired.ts';
import type { Place, Source, YamlDocument, Range } from '../../model/document.ts';
import type { Path } from '../../model/value.ts';
import type { FindingCollector, CollectorFinding } from './finding-collector.ts';
import { valueAt } from '../../derive/forms/tree.ts';
import { parsePolicy } from '../../derive/policy/traffic-policy.ts';
import { trafficTools } from '../domain/policy/load-traffic-tools.ts';
import { SecretReference } from '../../model/secret-reference.ts';
import { buildFix, type Resolve } from '../fix/build-fix.ts';
import { type Location, locateInDocument } from '../locate/in-document.ts';
import { fileAt, locateInResource, writtenAt } from '../locate/in-resource.ts';
import { addTo } from '../../text/lists/group-by.ts';
import type { At, Finding } from '../rule.ts';
import type { Fix } from '../../model/fix.ts';

/** The subject of a finding, and how its paths lead to places. */
export interface FindingContext {
  readonly locate: (at: At) => Location;
  readonly resolve: Resolve;
  readonly address: string | undefined;
  readonly environment: string | undefined;
  /** The document is not a valid one: see `CollectorFinding`. */
  readonly isUnread?: true;
  /** The document was printed to show the finding in: there is no file to fix. */
  readonly isPrinted?: true;
  /** Whether other resources use the value at a path too. A fix there is only suggested (unsafe). */
  readonly isShared: (path: Path) => boolean;
  /** The context of another resource in the same environment. */
  readonly other: (address: string) => FindingContext | undefined;
}

export function documentContext(document: YamlDocument, address: string | undefined): FindingContext {
  return {
    locate: (at) => locateInDocument(document, at),
    resolve: (path) => ({ document, path }),
    address,
    environment: undefined,
    isShared: () => false,
    other: () => undefined,
  };
}

export function resourceContext(
  desired: CompiledResource,
  others: ReadonlyMap<string, CompiledResource> | undefined,
): FindingContext {
  return {
    locate: (at) => locateInResource(desired, at),
    resolve: (path) => ({
      ...writtenAt(desired, path),
      file: fileAt(desired, path),
      value: valueAt(desired.spec, path),
    }),
    address: desired.address,
    environment: desired.environment,
    isShared: (path) => writtenAt(desired, path).document !== desired.written().document.document,
    other: (address) => {
      const found = others?.get(address);
      return found === undefined ? undefined : resourceContext(found, others);
    },
  };
}

/** A finding of a rule, and the place that it is about. */
export interface LocatedFinding {
  readonly rule: string;
  readonly finding: Finding;
  readonly located: Location;
  /** The key of a mistake that other findings report, too: see `CollectorFinding`. */
  readonly mistake?: string | undefined;
}

/** Adds a finding to the collector: paths become places, the fix becomes text edits. */
export function reportFinding(
  collector: FindingCollector,
  context: FindingContext,
  { rule, finding, located, mistake }: LocatedFinding,
): void {
  const { at } = finding;
  const isFixable = finding.sensitive !== true && context.isPrinted !== true;
  const alike = isFixable ? fullWidthColon(located.place) : undefined;
  collector.add({
    rule,
    severity: finding.severity,
    isUnread: context.isUnread,
    message: finding.message,
    why: finding.why,
    help: alike === undefined ? finding.help : undefined,
    place: located.place,
    label: finding.label,
    related: relatedOf(finding, context, located),
    fix: alike ?? fixOf(finding, context),
    isPrinted: isFixable ? undefined : true,
    address: context.address,
    path: 'path' in at ? at.path : undefined,
    environment: context.environment,
    policyPage: () => policyPageOf(at, context),
    mistake,
  });
}

/** The page of the part of a traffic policy that `inside` leads to. */
function policyPageOf(at: At, { resolve }: FindingContext): string | undefined {
  if (!('path' in at) || at.inside === undefined || at.inside.length === 0) return undefined;
  const { value } = resolve(at.path);
  const text = value instanceof SecretReference ? value.template : value;
  const policy = typeof text === 'string' ? parsePolicy(text) : undefined;
  if (policy === undefined || 'mistakes' in policy) return undefined;
  return trafficTools().policyPage(at.inside, (action) => valueAt(policy.tree, [...action, 'type']));
}

function relatedOf(finding: Finding, context: FindingContext, located: Location): readonly RelatedPlace[] {
  if (finding.related === undefined) return located.related;
  const related: RelatedPlace[] = [];
  for (const relatedPlace of finding.related) {
    const relatedContext = relatedPlace.of === undefined ? context : context.other(relatedPlace.of);
    if (relatedContext !== undefined)
      related.push({ place: relatedContext.locate(relatedPlace).place, label: relatedPlace.label });
  }
  return [...related, ...located.related];
}

function fixOf({ fix }: Finding, context: FindingContext): CollectorFinding['fix'] {
  if (fix === undefined) return undefined;
  const built = buildFix(fix, context.resolve);
  if (built === undefined || built.safety === 'unsafe') return built;
  const isShared = fix.changes.some((change) => {
    if ('edit' in change) return false;
    const path =
      'replace' in change
        ? change.replace
        : 'remove' in change
          ? change.remove
          : 'rename' in change
            ? change.rename
            : 'reword' in change
              ? change.reword
              : change.insert;
    return context.isShared(path);
  });
  return isShared ? { ...built, safety: 'unsafe' } : built;
}

/** Whether an earlier finding marked this text as sensitive. */
export function isNoted(
  sensitive: ReadonlyMap<Source, readonly Range[]>,
  { source, start, end }: Place,
): boolean {
  return sensitive.get(source)?.some((range) => range.start < end && start < range.end) === true;
}

export function noteSensitive(sensitive: Map<Source, Range[]>, { source, start, end }: Place): void {
  addTo(sensitive, source, { start, end });
}

/** The fix of an entry whose colon is a full-width one, which is text to YAML. Undefined for any other value. */
function fullWidthColon(place: Place): Fix | undefined {
  const text = place.source.text.slice(place.start, place.end);
  const [, key, value] = /^([\w-]+)\uff1a\s*(.*)$/u.exec(text) ?? [];
  if (key === undefined) return undefined;
  const title = `write \`${key}: ${value}\`: YAML reads a full-width colon as text`;
  return { safety: 'unsafe', title, edits: [{ ...place, text: `${key}: ${value}` }] };
}
