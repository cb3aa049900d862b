import fc, { type Arbitrary } from 'fast-check';

type Tree = Record<string, unknown>;

/** A value with one thing wrong somewhere in it: another type, another key, a key less, a number out of range. */
export function broken(value: unknown): Arbitrary<unknown> {
  const places = placesIn(value, []);
  return fc
    .tuple(fc.constantFrom(...places), fc.constantFrom(...breaks))
    .map(([path, change]) => at(value, path, change));
}

const breaks: readonly ((value: unknown) => unknown)[] = [
  () => 7.5,
  () => -1,
  () => Number.NaN,
  () => Number.POSITIVE_INFINITY,
  () => 4_294_967_296,
  () => true,
  () => null,
  () => 'nonsense',
  () => '$(variable)',
  () => 'a $(variable) inside',
  () => 'ä'.repeat(3000),
  () => [{}],
  () => ({ surprise: 1 }),
  (value) => (isTree(value) ? { ...value, surprise: 1 } : undefined),
  (value) => (isTree(value) ? Object.fromEntries(Object.entries(value).slice(1)) : [value]),
];

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

type Path = readonly (string | number)[];

function placesIn(value: unknown, path: Path): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const inner = Object.entries(value).flatMap(([key, item]) =>
    placesIn(item, [...path, Array.isArray(value) ? Number(key) : key]),
  );
  return [path, ...inner];
}

function at(value: unknown, path: Path, change: (value: unknown) => unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return change(value);
  if (Array.isArray(value))
    return value.map((item, index) => (index === step ? at(item, rest, change) : (item as unknown)));
  const tree = value as Tree;
  return { ...tree, [step]: at(tree[step], rest, change) };
}
