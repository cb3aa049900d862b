/**
 * Finds the conditions that hold whenever a given one does. Comparing each rule of a policy with each of another takes
 * time in proportion to the square of their number, so conditions are found by their claims: one that holds whenever the
 * given one does has each of its claims implied by a claim of that one, and nearly always by one of the same text. What
 * is left is compared one by one, up to a limit; beyond it nothing more is found, which counts as a loss.
 */
import { addTo, itemsBy } from '../../../text/items-by.ts';
import { impliesClaim, type ConditionClaim } from './claim.ts';
import type { Alternative, Condition } from './condition.ts';

/** Counts comparisons. */
export interface WorkLimit {
  /** False if the limit is reached. */
  readonly spend: (steps: number) => boolean;
  readonly isReached: () => boolean;
}

/** Enough to compare each of 400 rules with each of 400 others. */
const mostSteps = 200_000;

export function workLimit(): WorkLimit {
  let left = mostSteps;
  return {
    spend: (steps) => {
      left -= steps;
      return left >= 0;
    },
    isReached: () => left < 0,
  };
}

/** Compares items, such as actions of a policy, by the conditions under which they apply. */
export interface ConditionIndex<Item> {
  /** Whether known items that `accepts` admits apply, alone or together, whenever `item` does. */
  readonly covers: (item: Item, accepts: (known: Item) => boolean) => boolean;
  /** For each alternative in the condition of `item`, the known items that apply whenever it holds. */
  readonly around: (item: Item) => readonly (readonly Item[])[];
}

interface IndexInput<Item> {
  readonly items: readonly Item[];
  readonly conditionOf: (item: Item) => Condition;
  /** Equal for items that are the same in all that counts: these are tried first. */
  readonly identityOf: (item: Item) => string;
  readonly limit: WorkLimit;
}

export function conditionIndex<Item>({
  items,
  conditionOf,
  identityOf,
  limit: { spend },
}: IndexInput<Item>): ConditionIndex<Item> {
  const identical = itemsBy((item: Item) => [identityOf(item)]);
  const entries = entriesOf(items, conditionOf);
  const always = entries.filter(({ claims }) => claims.length === 0);
  const loose = entries.filter(({ claims, rarest }) => claims.length > 0 && rarest === undefined);
  const byText = itemsBy(({ rarest }: Entry<Item>) => (rarest === undefined ? [] : [keyOf(rarest)]));
  const bySubject = itemsBy(({ rarest }: Entry<Item>) =>
    rarest?.about === undefined ? [] : [rarest.about.subject],
  );
  const find = (facts: Facts, accepts: (item: Item) => boolean): boolean => {
    const isIn = (bucket: readonly Entry<Item>[]): boolean => {
      for (const { item, claims } of bucket) {
        if (!spend(1)) return false;
        if (claims.every((claim) => isImplied(claim, facts, spend)) && accepts(item)) return true;
      }
      return false;
    };
    return (
      isIn(always) ||
      [...facts.byKey.keys()].some((key) => isIn(byText(entries, key))) ||
      isIn(loose) ||
      [...facts.bySubject.keys()].some((subject) => isIn(bySubject(entries, subject))) ||
      (facts.loose.length > 0 && isIn(entries))
    );
  };
  return {
    covers: (item, accepts) =>
      identical(items, identityOf(item)).some((same) => spend(1) && accepts(same)) ||
      factsOf(conditionOf(item)).every((facts) => find(facts, accepts)),
    around: (item) => {
      const same = identical(items, identityOf(item));
      if (same.length > 0) return [same];
      return factsOf(conditionOf(item)).map((facts) => {
        const found = new Set<Item>();
        find(facts, (known) => {
          found.add(known);
          return false;
        });
        return [...found];
      });
    },
  };
}

/** An alternative in the condition of an item. */
interface Entry<Item> {
  readonly item: Item;
  readonly claims: Alternative;
  /** The claim that the fewest alternatives have; undefined if each may have a reference where the other side has the secret. */
  readonly rarest: ConditionClaim | undefined;
}

function entriesOf<Item>(
  items: readonly Item[],
  conditionOf: (item: Item) => Condition,
): readonly Entry<Item>[] {
  const counts = new Map<string, number>();
  const all = items.flatMap((item) => {
    const { alternatives, written } = conditionOf(item);
    return [...alternatives, written].map((claims) => ({ item, claims }));
  });
  for (const { claims } of all)
    for (const claim of claims) counts.set(keyOf(claim), (counts.get(keyOf(claim)) ?? 0) + 1);
  return all.map((entry) => {
    let rarest: ConditionClaim | undefined;
    let fewest = Infinity;
    for (const claim of entry.claims) {
      const count = counts.get(keyOf(claim)) ?? 0;
      if (count < fewest && !claim.hasSecret) [rarest, fewest] = [claim, count];
    }
    return { ...entry, rarest };
  });
}

/** The claims that hold together in one alternative, and the expressions that they come from. */
interface Facts {
  readonly byKey: ReadonlyMap<string, ConditionClaim>;
  readonly bySubject: ReadonlyMap<string, Alternative>;
  /** Those with a reference where the other side has the secret. */
  readonly loose: Alternative;
}

function factsOf({ alternatives, written }: Condition): readonly Facts[] {
  return alternatives.map((alternative) => {
    const byKey = new Map([...alternative, ...written].map((claim) => [keyOf(claim), claim]));
    const bySubject = new Map<string, ConditionClaim[]>();
    for (const claim of byKey.values())
      if (claim.about !== undefined) addTo(bySubject, claim.about.subject, claim);
    return { byKey, bySubject, loose: [...byKey.values()].filter(({ hasSecret }) => hasSecret) };
  });
}

function isImplied(claim: ConditionClaim, facts: Facts, spend: WorkLimit['spend']): boolean {
  if (facts.byKey.has(keyOf(claim))) return true;
  const { subject = '' } = claim.about ?? {};
  const others = claim.hasSecret
    ? [...facts.byKey.values()]
    : [...(facts.bySubject.get(subject) ?? []), ...facts.loose];
  return others.some((other) => spend(sizeOf(other)) && impliesClaim(other, claim));
}

function sizeOf({ about }: ConditionClaim): number {
  return about !== undefined && 'values' in about.test ? 1 + about.test.values.size : 1;
}

function keyOf({ text, isDenied }: ConditionClaim): string {
  return isDenied ? `!${text}` : text;
}
