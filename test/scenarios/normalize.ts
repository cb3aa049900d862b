/** Replaces texts that differ between runs by stable names, and the names by the real texts. */
export interface Normalizer {
  readonly normalize: (text: string) => string;
  /** Replaces stable names by the real values: `ep_<1>` by the id that was shown so. */
  readonly realize: (text: string) => string;
}

/** A change id, or its first digits in a headline; `ffffff…` is a wrong one that scenarios use on purpose. */
const changeId = /(change(?:":| is| id, which is|:)?[\s"`]+)(?!ffffff)([0-9a-f]{32}|[0-9a-f]{6})\b/g;

/**
 * Folders, ports, times, lineages, nonces and checksums become words; change ids and ids of the local API are numbered
 * by kind in order of appearance, so that they can still be told apart.
 */
export function normalizer(folder: string): Normalizer {
  const names = new Map<string, string>();
  const ids = new Map<string, string>();
  const counts = new Map<string, number>();
  const numbered = (id: string, prefix: string): string => {
    const known = names.get(id);
    if (known !== undefined) return known;
    const count = (counts.get(prefix) ?? 0) + 1;
    counts.set(prefix, count);
    const name = `${prefix}_<${count}>`;
    names.set(id, name);
    ids.set(name, id);
    return name;
  };
  const namedChange = (id: string): string => {
    const number = numbered(id.slice(0, 6), 'short').slice('short'.length);
    if (id.length === 6) return `short${number}`;
    names.set(id, `change${number}`);
    ids.set(`change${number}`, id);
    return `change${number}`;
  };
  return {
    normalize: (text) =>
      text
        .replaceAll(folder, '<folder>')
        .replaceAll(/\b(by|on) \S+((?:, commit [0-9a-f]+)?) \(run [0-9a-f]{12}\)/g, '$1 <host>$2 (run <run>)')
        .replaceAll(/(\bby run |"run": ")[0-9a-f]{12}\b/g, '$1<run>')
        .replaceAll(/(\(run |run `)[0-9a-f]{12}(?=[)`])/g, '$1<run>')
        .replaceAll(/"(run|id)":"[0-9a-f]{12}"/g, '"$1":"<run>"')
        .replaceAll(/"(host|actor)":"[^"]*"/g, '"$1":"<$1>"')
        .replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1:<port>')
        .replaceAll(/\b(ep|edgtls|edghtsrt|op)_[0-9A-Za-z]{27}\b/g, (id, prefix: string) =>
          numbered(id, prefix),
        )
        .replaceAll(changeId, (_, before: string, id: string) => before + namedChange(id))
        .replaceAll(/^(Tests: .*) in (?:\d+ ms|\d+\.\d s)$/gm, '$1 in <time>')
        .replaceAll(/ time="\d+\.\d{3}"/g, ' time="<time>"')
        .replaceAll(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, '<time>')
        .replaceAll(/\b\d{4}-\d\d-\d\d \d\d:\d\d(?::\d\d)? UTC\b/g, '<time>')
        .replaceAll(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, '<lineage>')
        .replaceAll(/\bcommit `[0-9a-f]{12}`/g, 'commit `<commit>`')
        .replaceAll(/\bdigest `[0-9a-f]{12}`/g, 'digest `<digest>`')
        .replaceAll(/\b[0-9a-f]{64}\b/g, '<hash>')
        .replaceAll(/\b[0-9a-f]{32}\b/g, '<op>')
        .replaceAll(/\(hidden [0-9a-f]{8}\)/g, '(hidden <hash>)'),
    realize: (text) =>
      text.replaceAll(/\b(?:ep|edgtls|edghtsrt|change|short)_<\d+>/g, (name) => {
        const id = ids.get(name);
        if (id === undefined) throw new Error(`the scenario names ${name} before it was shown`);
        return id;
      }),
  };
}
